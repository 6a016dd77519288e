-- A deposit's proof is a picture of its own member, and stays as long as the deposit refers to it.
alter table deposit add foreign key (proof, member_id) references file (id, member_id);
