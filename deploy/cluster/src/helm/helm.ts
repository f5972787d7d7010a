import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { CHART } from '../paths.js'

const run = promisify(execFile)

/** The Kubernetes that renders are made for: the one whose API server and schemas judge them. */
export const KUBE_VERSION = '1.34.4'
export const RELEASE = 'kla'
export const NAMESPACE = 'kla'

/** What helm said when it refused. */
export class HelmError extends Error {
  override readonly name = 'HelmError'
}

/** The chart's objects as YAML, hooks and tests included. Rejects with a {@link HelmError}. */
export const template = (helm: string, valueFiles: readonly string[], set: readonly string[] = []): Promise<string> =>
  call(helm, ['template', RELEASE, CHART, '--namespace', NAMESPACE, '--kube-version', KUBE_VERSION, ...given(valueFiles, set)])

/** What `helm lint --strict` says. Rejects with a {@link HelmError}. */
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

// The settings of whoever runs the tests, such as a namespace or a debug flag, must not show in a render.
function quietEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HELM_')))
}
