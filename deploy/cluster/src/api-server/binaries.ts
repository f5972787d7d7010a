import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { access, mkdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { KUBE_VERSION } from '../helm/helm.js'
import { ROOT } from '../paths.js'

const run = promisify(execFile)

export interface Binaries {
  readonly etcd: string
  readonly apiServer: string
}

const PACKAGES = { etcd: 'go.etcd.io/etcd/server/v3', apiServer: 'k8s.io/kubernetes/cmd/kube-apiserver' }

// What Kubernetes' own build would write in; without it the server does not know its patch.
const VERSION = `-X k8s.io/component-base/version.gitVersion=v${KUBE_VERSION}`

/** Builds etcd and kube-apiserver from Go's module proxy, once for each go.sum. Takes ten minutes of a processor. */
export async function buildBinaries(say: (line: string) => void): Promise<Binaries> {
  const source = `${ROOT}deploy/cluster/tools/api-server`
  const key = createHash('sha256').update(await readFile(`${source}/go.sum`)).digest('hex').slice(0, 12)
  const folder = `${ROOT}.local/tools/api-server-${key}`
  await mkdir(folder, { recursive: true })
  const built: Record<string, string> = {}
  for (const [name, path] of Object.entries(PACKAGES)) {
    const output = `${folder}/${name}`
    built[name] = output
    if (await there(output)) continue
    say(`Building ${path}`)
    await run('go', ['build', '-trimpath', `-ldflags=-s -w ${VERSION}`, '-o', output, path], {
      cwd: source,
      maxBuffer: 64 * 1024 * 1024,
    })
  }
  return built as unknown as Binaries
}

const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
