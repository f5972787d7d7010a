import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ROOT } from '@kla/local/tools'

export { ROOT }
export const CHART = `${ROOT}helm`
const VALUE_SETS = `${ROOT}deploy/cluster/values`
const RENDERS = `${ROOT}deploy/cluster/renders`
/** The value set whose render is under review: it has every part. The others are rendered where they are tested. */
const REVIEWED = 'everything.yaml'

const run = promisify(execFile)

/** Version of the API server and schemas. */
export const KUBE_VERSION = '1.34.4'
export const RELEASE = 'kla'
export const NAMESPACE = 'kla'

export class HelmError extends Error {
  override readonly name = 'HelmError'
}

export const template = (helm: string, valueFiles: readonly string[], set: readonly string[] = []): Promise<string> =>
  call(helm, [
    'template',
    RELEASE,
    CHART,
    '--namespace',
    NAMESPACE,
    '--kube-version',
    KUBE_VERSION,
    ...given(valueFiles, set),
  ])

export const lint = (helm: string, valueFiles: readonly string[]): Promise<string> =>
  call(helm, ['lint', CHART, '--strict', '--kube-version', KUBE_VERSION, ...given(valueFiles, [])])

const given = (valueFiles: readonly string[], set: readonly string[]): string[] => [
  ...valueFiles.flatMap((file) => ['--values', file]),
  ...set.flatMap((assignment) => ['--set-json', assignment]),
]

async function call(helm: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(helm, args, { maxBuffer: 64 * 1024 * 1024, env: quietEnvironment() })
    return stdout
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string }
    throw new HelmError([stderr, stdout].filter(Boolean).join('\n').trim() || message)
  }
}

function quietEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HELM_')))
}

/** Value files that are used together. */
export interface ValueSet {
  readonly name: string
  readonly files: readonly string[]
  /** Path of the render under review. */
  readonly render: string | undefined
}

export async function valueSets(): Promise<readonly ValueSet[]> {
  const names = (await readdir(VALUE_SETS)).filter((file) => file.endsWith('.yaml')).sort()
  return names.map((file) => ({
    name: file.replace(/\.yaml$/, ''),
    files: [...(file === 'dev.yaml' ? [`${CHART}/values-dev.yaml`] : []), `${VALUE_SETS}/${file}`],
    render: file === REVIEWED ? `${RENDERS}/${file}` : undefined,
  }))
}

const HEADER = '# What the chart makes of values/NAME; written by `npm run renders`, never by hand.\n'

// Most of a render's text.
const DASHBOARD = /^ {2}(kla-[a-z-]+\.json): \|\n(?: {4}.*\n| *\n)+/gm

export const render = async (helm: string, { name, files }: ValueSet): Promise<string> =>
  HEADER.replace('NAME', `${name}.yaml`) + (await template(helm, files)).replace(DASHBOARD, '  $1: "" # left out\n')

export async function writeRenders(helm: string): Promise<readonly string[]> {
  await mkdir(RENDERS, { recursive: true })
  const written: string[] = []
  for (const set of await valueSets()) {
    if (set.render === undefined) continue
    await writeFile(set.render, await render(helm, set))
    written.push(set.name)
  }
  return written
}
