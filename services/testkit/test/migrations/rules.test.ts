import { describe, expect, test } from '@jest/globals'
import { faultsOf, statementsOf } from '../../src/migration-rules.js'

describe('statementsOf', () => {
  test('skips comments, texts and function bodies', () => {
    const text = `
      -- contract: one; and another
      DROP TABLE a;
      CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE b; END $$;
      INSERT INTO c VALUES ('DROP TABLE c; -- no');
      ALTER TABLE ONLY d ADD COLUMN e text CHECK (e IN ('x,y', 'z')), DROP COLUMN g;`
    const statements = statementsOf(text)
    expect(statements.map(({ sql }) => sql.split(' ').slice(0, 2).join(' '))).toEqual([
      ...['DROP TABLE', 'CREATE FUNCTION', 'INSERT INTO', 'ALTER TABLE'],
    ])
    expect(statements[0]?.comments).toContain('contract: one; and another')
    const actions = [expect.stringMatching(/^ADD COLUMN E/), 'DROP COLUMN G']
    expect(statements[3]).toMatchObject({ table: 'd', actions })
  })
})

describe('faultsOf', () => {
  test.each([
    ['DROP TABLE a', 'takes away'],
    ['ALTER TABLE a ADD COLUMN b int, DROP COLUMN c', 'takes away'],
    ['ALTER TABLE a ALTER COLUMN b DROP DEFAULT', 'takes away'],
    ['REVOKE SELECT ON a FROM somebody', 'takes away'],
    ['ALTER TABLE a RENAME COLUMN b TO c', 'renames'],
    ['ALTER TABLE a RENAME TO b', 'renames'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint', 'changes a type'],
    ['ALTER TABLE a ADD COLUMN b int NOT NULL', 'demands a value'],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', 'demands a value'],
  ])('allows %s only in a later release', (sql, what) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(what)])
    expect(faultsOf(`-- contract: nobody has read it since 1.4\n${sql}`)).toEqual([])
    expect(faultsOf(`-- contract:\n${sql}`)).toHaveLength(1)
    expect(faultsOf(`-- contract: of another statement\nSELECT 1;\n${sql}`)).toHaveLength(1)
  })

  test.each([
    ['CREATE INDEX i ON a (b)', 'builds an index'],
    ['CREATE UNIQUE INDEX i ON a (b)', 'builds an index'],
    ['ALTER TABLE a ADD CHECK (b > 0)', 'checks all rows'],
    ['ALTER TABLE a ADD CONSTRAINT c FOREIGN KEY (b) REFERENCES d (id)', 'checks all rows'],
    ['ALTER TABLE a ADD COLUMN b int GENERATED ALWAYS AS (c + 1) STORED', 'rewrites'],
    ['ALTER TABLE a ADD COLUMN b uuid DEFAULT gen_random_uuid()', 'rewrites'],
    ['LOCK TABLE a', 'rewrites'],
    ['UPDATE a SET b = 1', 'touches every row'],
    ['DELETE FROM a', 'touches every row'],
  ])('allows %s only on small tables', (sql, what) => {
    expect(faultsOf(sql)).toEqual([expect.stringContaining(what)])
    expect(faultsOf(`-- small: one row for each season\n${sql}`)).toEqual([])
  })

  test.each([
    'ALTER TABLE a ADD COLUMN b int',
    'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0',
    'ALTER TABLE a ADD COLUMN b timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0) NOT VALID',
    'ALTER TABLE a VALIDATE CONSTRAINT c',
    'ALTER TABLE a DROP CONSTRAINT c',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
    'UPDATE a SET b = 1 WHERE id = 1',
    'CREATE TABLE a (b int NOT NULL); CREATE INDEX i ON a (b); ALTER TABLE a ADD CHECK (b > 0)',
    'DROP INDEX i',
    '-- no transaction\nDROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE INDEX CONCURRENTLY i ON a (b)',
  ])('allows %s at any time', (sql) => {
    expect(faultsOf(sql)).toEqual([])
  })

  test('requires CONCURRENTLY outside a transaction, and nothing else there', () => {
    expect(faultsOf('CREATE INDEX CONCURRENTLY i ON a (b)')).toEqual([expect.stringContaining('needs a file')])
    const other = '-- no transaction\nALTER TABLE a ADD COLUMN b int'
    expect(faultsOf(other)).toEqual([expect.stringContaining('only what is done')])
  })
})
