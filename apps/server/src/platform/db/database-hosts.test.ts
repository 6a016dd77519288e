import { describe, expect, it } from 'vitest';
import { databaseHosts } from './database-hosts.ts';

describe('databaseHosts', () => {
  it('leaves a URL with one host to pg', () => {
    for (const url of [
      'postgresql://a:b@db.example:5433/candor?sslmode=verify-full',
      'postgresql://a:b@/candor?host=%2Frun%2Fcandor&port=5432',
      'postgresql://a:p%2Cw@db/candor',
    ])
      expect(databaseHosts(url)).toEqual({ hosts: [], url });
  });

  it('reads several hosts in their order, with their ports', () => {
    expect(databaseHosts('postgres://a:b@one:6000,two,[fe80::1]:7000/candor?sslmode=verify-full')).toEqual({
      hosts: [
        { host: 'one', port: 6000 },
        { host: 'two', port: 5432 },
        { host: 'fe80::1', port: 7000 },
      ],
      url: 'postgres://a:b@one:6000/candor?sslmode=verify-full',
    });
  });

  it('takes away what only libpq reads', () => {
    expect(databaseHosts('postgresql://a@one,two/candor?target_session_attrs=read-write&sslmode=require').url).toBe(
      'postgresql://a@one/candor?sslmode=require',
    );
    expect(databaseHosts('postgresql://a@one/candor?target_session_attrs=primary').url).toBe(
      'postgresql://a@one/candor',
    );
  });

  it.each([
    ['postgresql://a:secret@one/candor?target_session_attrs=standby', 'a site has to write'],
    ['postgresql://a:secret@one,,two/candor', 'host:port'],
    ['postgresql://a:secret@one:0,two/candor', 'host:port'],
    ['postgresql://a:secret@one:70000,two/candor', 'host:port'],
    ['postgresql://a:secret@one,two/candor?host=three', 'before the slash'],
    ['postgresql://a:secret@/candor?host=one,two', 'before the slash'],
    ['postgresql://a:secret@/candor?host=one&port=1,2', 'before the slash'],
    ['postgresql://a:secret@%zz,two/candor', '%25'],
    [`postgresql://a:secret@${'one,'.repeat(16)}two/candor`, 'at most 16'],
  ])('refuses %s, and does not repeat its password', (url, why) => {
    expect(() => databaseHosts(url)).toThrow(why);
    expect(() => databaseHosts(url)).not.toThrow('secret');
  });
});
