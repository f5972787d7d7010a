import { nameOf } from '../manifests/parse.js'
import type { KubeObject } from '../manifests/types.js'
import { workloadsOf, type Workload } from '../manifests/workloads.js'
import type { Answer, Client } from './client.js'
import { createPaths } from './resources.js'

/** What the server said of one value set. */
export interface Verdict {
  readonly objects: number
  readonly pods: number
  /** Rejections and warnings, each with the object's name. */
  readonly faults: readonly string[]
}

const DRY = 'dryRun=All&fieldValidation=Strict&fieldManager=kla'

/**
 * Has the server judge every object by a dry run, in a namespace that enforces the level `restricted`, and every pod
 * template as a Pod too, since Pod Security admits pods alone.
 */
export async function judge(client: Client, namespace: string, objects: readonly KubeObject[]): Promise<Verdict> {
  const pathOf = createPaths(client)
  await prepare(client, namespace, objects)
  const applied = await Promise.all(
    objects.map(async (object) => {
      const path = await pathOf(object, namespace)
      const placed = { ...object, metadata: { ...object.metadata, ...(path.includes('/namespaces/') ? { namespace } : {}) } }
      const answer = await client.call('PATCH', `${path}/${object.metadata.name}?${DRY}`, placed)
      return faultsOf(nameOf(object), answer)
    }),
  )
  const workloads = workloadsOf(objects).filter(({ object }) => object.kind !== 'Pod')
  const admitted = await Promise.all(
    workloads.map(async (workload) =>
      faultsOf(
        `Pod of ${workload.name}`,
        await client.call('POST', `/api/v1/namespaces/${namespace}/pods?${DRY}`, podOf(workload, namespace)),
      ),
    ),
  )
  return { objects: objects.length, pods: workloads.length, faults: [...applied, ...admitted].flat() }
}

// What pods refer to has to be there, since a dry run keeps nothing. Controllers make the `default` account; none runs here.
async function prepare(client: Client, namespace: string, objects: readonly KubeObject[]): Promise<void> {
  const labels = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
  )
  await made(client, '/api/v1/namespaces', { metadata: { name: namespace, labels } })
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name)
  for (const name of ['default', ...accounts]) {
    await made(client, `/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name } })
  }
  const classes = workloadsOf(objects).flatMap(({ template }) => template.spec.priorityClassName ?? [])
  for (const name of new Set(classes)) {
    await made(client, '/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name }, value: 1_000 })
  }
}

async function made(client: Client, path: string, object: unknown): Promise<void> {
  const { status, body } = await client.call('POST', path, object)
  // 409: another value set has made it.
  if (status !== 201 && status !== 409) throw new Error(`${path}: ${JSON.stringify(body)}`)
}

function podOf({ object, template, labels }: Workload, namespace: string): unknown {
  // A StatefulSet's controller adds the claims; what a pod stores on is no matter of admission.
  const { volumeClaimTemplates = [] } = object.spec as { volumeClaimTemplates?: readonly KubeObject[] }
  const claimed = volumeClaimTemplates.map(({ metadata }) => ({ name: metadata.name, emptyDir: {} }))
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: object.metadata.name, namespace, labels, annotations: template.metadata?.annotations },
    spec: { ...template.spec, volumes: [...(template.spec.volumes ?? []), ...claimed] },
  }
}

function faultsOf(name: string, { status, body, warnings }: Answer): readonly string[] {
  const rejected = status < 300 ? [] : [`${name}: ${(body as { message?: string }).message ?? JSON.stringify(body)}`]
  return [...rejected, ...warnings.map((warning) => `${name} warns: ${warning}`)]
}
