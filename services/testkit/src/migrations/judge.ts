import { RULES, type Permission } from './rules.js'
import { statementsOf, type Statement } from './statements.js'

const NO_TRANSACTION = /^--\s*no transaction\b/im

/** What is wrong with a migration, one line for each fault; none: it may run while pods of the release before serve. */
export function faultsOf(text: string): string[] {
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap(({ sql, table }) => (sql.startsWith('CREATE TABLE') && table ? [table] : [])))
  // A table that nobody knows yet is in nobody's way.
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
