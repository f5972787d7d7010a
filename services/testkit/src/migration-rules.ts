interface Statement {
  /** Upper case, without comments, strings and function bodies. */
  readonly sql: string
  readonly comments: string
  readonly table: string | undefined
  readonly actions: readonly string[]
}

const QUIET = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$/g
const ABOUT = [
  /ALTER TABLE(?: IF EXISTS)?(?: ONLY)?/,
  /(?:UPDATE|DELETE FROM)(?: ONLY)?/,
  /CREATE TABLE(?: IF NOT EXISTS)?/,
  /CREATE (?:UNIQUE )?INDEX.*? ON(?: ONLY)?/,
]
const TABLE = new RegExp(`^(?:${ABOUT.map(({ source }) => source).join('|')}) ([\\w."]+)`)

export function statementsOf(text: string): Statement[] {
  const comments: { at: number; text: string }[] = []
  // Offsets must remain valid.
  const code = text.replace(QUIET, (quiet, _tag, at: number) => {
    if (quiet.startsWith('--')) comments.push({ at, text: quiet })
    return quiet.startsWith('--') ? ' '.repeat(quiet.length) : `'${' '.repeat(quiet.length - 2)}'`
  })
  const statements: Statement[] = []
  let from = 0
  for (const part of code.split(';')) {
    const to = from + part.length
    const sql = part.replace(/\s+/g, ' ').trim().toUpperCase()
    const own = comments.filter(({ at }) => at >= from && at <= to).map((comment) => comment.text)
    const table = TABLE.exec(sql)?.[1]?.toLowerCase()
    if (sql !== '') statements.push({ sql, table, comments: own.join('\n'), actions: actionsOf(sql) })
    from = to + 1
  }
  return statements
}

function actionsOf(sql: string): string[] {
  const [, list] = /^ALTER TABLE(?: IF EXISTS)?(?: ONLY)? [\w."]+ (.*)$/.exec(sql) ?? []
  if (list === undefined) return []
  const actions = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += letter
  }
  return actions.map((action) => action.trim())
}

/** `contract`: the previous release does without. `small`: stays small. */
type Permission = 'contract' | 'small'

interface Rule {
  readonly what: string
  readonly instead: string
  readonly permission: Permission
  readonly breaks: (statement: Statement) => boolean
}

const someAction = (pattern: RegExp, but?: RegExp) => (statement: Statement) =>
  statement.actions.some((action) => pattern.test(action) && !but?.test(action))
const starts = (pattern: RegExp, but?: RegExp) => (statement: Statement) =>
  pattern.test(statement.sql) && !but?.test(statement.sql)

/** Pods of the previous release must not break. */
const RULES: readonly Rule[] = [
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
    what: 'checks all rows while no one can write',
    instead: 'add it NOT VALID, and VALIDATE CONSTRAINT in a file of its own',
    permission: 'small',
    breaks: someAction(
      /^ADD (CONSTRAINT [\w"]+ )?(CHECK|FOREIGN KEY|UNIQUE|EXCLUDE|PRIMARY KEY)/,
      /NOT VALID|USING INDEX/,
    ),
  },
  {
    what: 'builds an index while no one can write',
    instead: 'CREATE INDEX CONCURRENTLY, in a file that begins with "-- no transaction"',
    permission: 'small',
    breaks: starts(/^(CREATE (UNIQUE )?INDEX|REINDEX)/, /\bCONCURRENTLY\b/),
  },
  {
    what: 'rewrites the table while no one can read',
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

const NO_TRANSACTION = /^--\s*no transaction\b/im

/** Returns faults that would disturb pods of the previous release. */
export function faultsOf(text: string): string[] {
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap(({ sql, table }) => (sql.startsWith('CREATE TABLE') && table ? [table] : [])))
  // A table created here is not in use yet.
  const judged = statements.filter(({ table }) => table === undefined || !made.has(table))
  return [
    ...judged.flatMap((statement) =>
      RULES.filter(({ breaks, permission }) => breaks(statement) && !permits(statement, permission)).map(
        ({ what, instead, permission }) => `${shown(statement)}: ${what}; ${instead} (or say "-- ${permission}: why")`,
      ),
    ),
    ...transactionFaults(statements, NO_TRANSACTION.test(text)),
  ]
}

const permits = ({ comments }: Statement, permission: Permission): boolean =>
  new RegExp(`^--\\s*${permission}: \\S`, 'im').test(comments)

function transactionFaults(statements: readonly Statement[], without: boolean): string[] {
  const fault = without
    ? 'only what is done CONCURRENTLY stands in a file without a transaction'
    : 'needs a file that begins with "-- no transaction"'
  return statements
    .filter(({ sql }) => /\bCONCURRENTLY\b/.test(sql) !== without)
    .map((statement) => `${shown(statement)}: ${fault}`)
}

const shown = ({ sql }: Statement): string => (sql.length > 80 ? `${sql.slice(0, 80)}…` : sql)
