-- What the desk reads and decides about projects, savings and the close.
update role set permissions = permissions || '{invest:project:read,invest:project:check,invest:holding:read,invest:close:read}'
where name = 'cashier';
grant execute on function round_interest(bigint) to candor_console;
