/** One environment variable, its description and default. */
export interface Variable<T> {
  readonly about: string
  readonly fallback?: T
  readonly parse: (text: string) => T
  readonly secret?: boolean
}

type Values<Spec> = { readonly [Name in keyof Spec]: Spec[Name] extends Variable<infer T> ? T : never }

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>

/** Values under camel-case names: `POSTGRES_URL` as `postgresUrl`. */
export type Settings<Spec> = {
  readonly [Name in keyof Spec & string as CamelCase<Name>]: Spec[Name] extends Variable<infer T> ? T : never
}

export class EnvironmentError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'EnvironmentError'
  }
}

/** Throws one {@link EnvironmentError} that names every fault. */
export function readEnvironment<Spec extends Record<string, Variable<unknown>>>(
  spec: Spec,
  source: NodeJS.ProcessEnv = process.env,
): Values<Spec> {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(spec)) {
    const text = source[name]
    if (text === undefined || text === '') {
      if ('fallback' in variable) values[name] = variable.fallback
      else faults.push(`${name} is missing: ${variable.about}`)
      continue
    }
    try {
      values[name] = variable.parse(text)
    } catch (error) {
      const shown = variable.secret ? 'its value' : JSON.stringify(text)
      faults.push(`${name}: ${shown} ${(error as Error).message} (${variable.about})`)
    }
  }
  if (faults.length > 0) throw new EnvironmentError(faults)
  return values as Values<Spec>
}

export function readSettings<Spec extends Record<string, Variable<unknown>>>(
  spec: Spec,
  source: NodeJS.ProcessEnv = process.env,
): Settings<Spec> {
  const camelCase = (name: string): string =>
    name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const values: [string, unknown][] = Object.entries(readEnvironment(spec, source))
  return Object.fromEntries(values.map(([name, value]) => [camelCase(name), value])) as Settings<Spec>
}

const define =
  <T>(parse: (text: string) => T) =>
  (about: string, ...fallback: [] | [T]): Variable<T> =>
    fallback.length === 0 ? { about, parse } : { about, parse, fallback: fallback[0] }

function parseInteger(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new Error('is not an integer')
  return Number(text)
}

function parsePositive(text: string): number {
  const value = parseInteger(text)
  if (value <= 0) throw new Error('is not above zero')
  return value
}

const TIMER_MAX_DAYS = 14
const TIMER_MAX_MS = TIMER_MAX_DAYS * 24 * 3_600_000

function parseTimer(text: string): number {
  const value = parsePositive(text)
  if (value > TIMER_MAX_MS) throw new Error(`is longer than ${TIMER_MAX_DAYS} days`)
  return value
}

function parsePort(text: string): number {
  const value = parseInteger(text)
  if (value < 0 || value > 65_535) throw new Error('is not a port')
  return value
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new Error('is neither true nor false')
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new Error('is not an address')
  return text
}

function parseKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32 || key.toString('base64') !== text) throw new Error('is not 32 bytes in base64')
  return key
}

export const text = define((value) => value)
export const secret = (about: string, ...fallback: [] | [string]): Variable<string> => ({
  ...text(about, ...fallback),
  secret: true,
})
export const secretKey = (about: string): Variable<Buffer> => ({ about, secret: true, parse: parseKey })
/** Keys of 32 bytes in base64, comma-separated, newest first. */
export const secretKeys = (about: string): Variable<readonly [Buffer, ...Buffer[]]> => ({
  about,
  secret: true,
  parse: (value) => {
    const [newest = '', ...older] = value.split(',').map((part) => part.trim())
    return [parseKey(newest), ...older.map(parseKey)]
  },
})
export const integer = define(parseInteger)
export const positive = define(parsePositive)
export const milliseconds = define(parsePositive)
/** Milliseconds of a timer. Node fires timers above 2^31 - 1 ms at once; users of a setting add to it. */
export const timer = define(parseTimer)
export const port = define(parsePort)
export const boolean = define(parseBoolean)
/** An address, not printed: it may hold credentials. */
export const url = (about: string, ...fallback: [] | [string]): Variable<string> => ({
  ...define(parseUrl)(about, ...fallback),
  secret: true,
})
/** An http(s) address without a trailing slash. */
export const webAddress = define((value): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw new Error('is not a web address')
  return value.replace(/\/+$/, '')
})
export const urls = (about: string): Variable<string> => ({
  about,
  secret: true,
  parse: (value) => {
    for (const part of value.split(',')) parseUrl(part.trim())
    return value
  },
})
export const list = define((value): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
export const oneOf = <const T extends string>(choices: readonly T[]) =>
  define((value): T => {
    const found = choices.find((choice) => choice === value)
    if (found === undefined) throw new Error(`is not one of ${choices.join(', ')}`)
    return found
  })
