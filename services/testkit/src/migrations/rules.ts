import type { Statement } from './statements.js'

/**
 * What lets a statement pass all the same, written before it with its reason. `contract`: no pod of the release before
 * needs it any more. `small`: the table is and stays so small that nobody notices.
 */
export type Permission = 'contract' | 'small'

export interface Rule {
  readonly what: string
  readonly instead: string
  readonly permission: Permission
  readonly breaks: (statement: Statement) => boolean
}

const someAction = (pattern: RegExp, but?: RegExp) => (statement: Statement) =>
  statement.actions.some((action) => pattern.test(action) && !but?.test(action))
const starts = (pattern: RegExp, but?: RegExp) => (statement: Statement) =>
  pattern.test(statement.sql) && !but?.test(statement.sql)

/** What pods of the release before would stumble over, and what would keep players waiting. */
export const RULES: readonly Rule[] = [
  {
    what: 'takes away what the release before may still use',
    instead: 'stop using it in one release, and drop it in the next',
    permission: 'contract',
    breaks: (statement) =>
      starts(/^(DROP (?!INDEX|TRIGGER)|REVOKE|TRUNCATE)/)(statement) ||
      someAction(/^DROP (?!CONSTRAINT|NOT NULL|EXPRESSION)|ALTER .* DROP DEFAULT/)(statement),
  },
  {
    what: 'renames what the release before calls by its old name',
    instead: 'add the new one, write both, read the new one in the next release',
    permission: 'contract',
    breaks: (statement) => /^ALTER .*\bRENAME\b/.test(statement.sql),
  },
  {
    what: 'changes a type, which rewrites the table and what the release before reads',
    instead: 'add a column of the new type',
    permission: 'contract',
    breaks: someAction(/^ALTER (COLUMN )?[\w"]+ (SET DATA )?TYPE\b/),
  },
  {
    what: 'demands a value that the release before does not write',
    instead: 'give the column a DEFAULT, or demand it in the next release',
    permission: 'contract',
    breaks: (statement) =>
      someAction(/^ADD (?!CONSTRAINT).*\bNOT NULL\b/, /\bDEFAULT\b|\bGENERATED\b/)(statement) ||
      someAction(/^ALTER .* SET NOT NULL/)(statement),
  },
  {
    what: 'checks all rows while nobody can write',
    instead: 'add it NOT VALID, and VALIDATE CONSTRAINT in a file of its own',
    permission: 'small',
    breaks: someAction(
      /^ADD (CONSTRAINT [\w"]+ )?(CHECK|FOREIGN KEY|UNIQUE|EXCLUDE|PRIMARY KEY)/,
      /NOT VALID|USING INDEX/,
    ),
  },
  {
    what: 'builds an index while nobody can write',
    instead: 'CREATE INDEX CONCURRENTLY, in a file that begins with "-- no transaction"',
    permission: 'small',
    breaks: starts(/^(CREATE (UNIQUE )?INDEX|REINDEX)/, /\bCONCURRENTLY\b/),
  },
  {
    what: 'rewrites the table while nobody can read',
    instead: 'add it empty and fill it in batches from the service',
    permission: 'small',
    breaks: (statement) =>
      someAction(/^ADD .*\bSTORED\b|^ADD .*\bDEFAULT \(*[\w.]*(RANDOM|UUID|CLOCK_TIMESTAMP|NEXTVAL)\w*\(/)(statement) ||
      starts(/^(VACUUM FULL|CLUSTER|LOCK)/)(statement),
  },
  {
    what: 'touches every row in one transaction',
    instead: 'fill it in batches from the service, or say WHERE',
    permission: 'small',
    breaks: starts(/^(UPDATE|DELETE FROM)/, / WHERE /),
  },
]
