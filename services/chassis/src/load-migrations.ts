import type { MigrationBuilder } from 'node-pg-migrate'
import { readFile } from 'node:fs/promises'

/** Whoever reads or writes a table waits behind an ALTER TABLE that waits: it gives up first, and is tried again. */
const LOCK_TIMEOUT = '3s'
/** A line that says so takes a file out of its transaction, for what PostgreSQL does in none. */
const NO_TRANSACTION = /^--\s*no transaction\b/im

/** What stands below it is for a developer's own database. */
const WAY_BACK = /^[ \t]*--\s*down migration\b/im

/**
 * Reads SQL files. All of a file happens or nothing, unless it says otherwise; there is no way back but a further file.
 */
export const loadMigrations = (files: readonly string[]) =>
  Promise.all(
    files.map(async (file) => {
      const [sql = ''] = (await readFile(file, 'utf8')).split(WAY_BACK)
      const up = NO_TRANSACTION.test(sql) ? oneByOne(sql) : together(sql)
      return { id: file, filePaths: [file], actions: { up, down: false as const } }
    }),
  )

const together = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.sql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
  pgm.sql(sql)
}

/** What waits here for old transactions is in nobody's way, and has no limit but that of statements. */
const oneByOne = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  for (const statement of sql.split(/;\s*$/m)) if (isStatement(statement)) pgm.sql(statement)
}

const isStatement = (text: string): boolean => text.replace(/--.*$/gm, '').trim() !== ''
