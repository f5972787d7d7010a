/** One statement of a migration. */
export interface Statement {
  /** In one line and upper case, without comments, texts and the bodies of functions. */
  readonly sql: string
  /** The comments before it and in it. */
  readonly comments: string
  /** The table it is about, in lower case, if it is about one. */
  readonly table: string | undefined
  /** Of an ALTER TABLE: its actions. */
  readonly actions: readonly string[]
}

// What may hold a semicolon or a word that means nothing there.
const QUIET = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$/g
const ABOUT = [
  /ALTER TABLE(?: IF EXISTS)?(?: ONLY)?/,
  /(?:UPDATE|DELETE FROM)(?: ONLY)?/,
  /CREATE TABLE(?: IF NOT EXISTS)?/,
  /CREATE (?:UNIQUE )?INDEX.*? ON(?: ONLY)?/,
]
const TABLE = new RegExp(`^(?:${ABOUT.map(({ source }) => source).join('|')}) ([\\w."]+)`)
const WAY_BACK = /^[ \t]*--\s*down migration\b/im

/** The statements of a file, up to its way back. */
export function statementsOf(text: string): Statement[] {
  const [way = ''] = text.split(WAY_BACK)
  const comments: { at: number; text: string }[] = []
  // As long as it was, so that places stay what they are.
  const code = way.replace(QUIET, (quiet, _tag, at: number) => {
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
