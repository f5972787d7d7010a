import { readFile, writeFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { CHART } from './helm.js'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly allOf?: readonly Schema[]
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly $ref?: string
}

const FILE = `${CHART}/files/value-keys.yaml`
const HEADER =
  '# What values.yaml has, written by `npm run renders`, never by hand: templates/checks/first/values.yaml looks for each.\n'

/** Paths that templates rely on; free-form values count once. */
async function valueKeys(): Promise<readonly string[]> {
  const values = parse(await readFile(`${CHART}/values.yaml`, 'utf8')) as object
  const schema = JSON.parse(await readFile(`${CHART}/values.schema.json`, 'utf8')) as Schema
  const resolved = (at: Schema): Schema => {
    const reference = at.$ref ?? at.allOf?.find(({ $ref }) => $ref !== undefined)?.$ref
    return reference === undefined ? at : (schema.definitions?.[reference.split('/').at(-1) ?? ''] ?? {})
  }
  const keysOf = (value: unknown, at: Schema, path: readonly string[]): string[] => {
    const { properties } = resolved(at)
    // Services override defaults; any resource may be left out.
    const whole = properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)
    if (whole || path.at(-1) === 'resources' || (path[0] === 'services' && path.length === 2)) return [path.join('.')]
    return Object.entries(value).flatMap(([name, part]) => keysOf(part, properties[name] ?? {}, [...path, name]))
  }
  return keysOf(values, schema, [])
}

export const valueKeysFile = async (): Promise<string> =>
  HEADER + (await valueKeys()).map((path) => `- ${path}\n`).join('')

export const writeValueKeys = async (): Promise<void> => writeFile(FILE, await valueKeysFile())

export const readValueKeys = (): Promise<string> => readFile(FILE, 'utf8')
