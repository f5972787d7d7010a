import { join } from 'node:path'
import { nameOf, type Workload, workloadsOf } from '../manifests/read.js'
import type { KubeObject } from '../manifests/types.js'
import { customResourceDefinitions, DEFINITIONS } from '../schemas.js'
import type { Answer, Client } from './client.js'

interface Verdict {
  readonly objects: number
  readonly pods: number
  readonly faults: readonly string[]
}

const DRY = 'dryRun=All&fieldValidation=Strict&fieldManager=kla'

/** Applies objects, and pod templates as Pods: Pod Security rejects only pods. */
export async function dryRun(client: Client, namespace: string, objects: readonly KubeObject[]): Promise<Verdict> {
  const pathOf = createPaths(client)
  await prepare(client, namespace, objects)
  const applied = await Promise.all(
    objects.map(async (object) => {
      const path = await pathOf(object, namespace)
      const placed = {
        ...object,
        metadata: { ...object.metadata, ...(path.includes('/namespaces/') ? { namespace } : {}) },
      }
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

// Dry runs keep nothing: create what pods refer to.
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
  // 409: another value set made it.
  if (status !== 201 && status !== 409) throw new Error(`${path}: ${JSON.stringify(body)}`)
}

function podOf({ object, template, labels }: Workload, namespace: string): unknown {
  // Otherwise the StatefulSet's controller would add these.
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

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]
}

function createPaths(client: Client): (object: KubeObject, namespace: string) => Promise<string> {
  const lists = new Map<string, Promise<ResourceList>>()
  return async ({ apiVersion, kind }, namespace) => {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const list = lists.get(base) ?? client.call('GET', base).then(({ body }) => body as ResourceList)
    lists.set(base, list)
    const found = (await list).resources?.find((resource) => resource.kind === kind && !resource.name.includes('/'))
    if (found === undefined) throw new Error(`The server does not know ${apiVersion} ${kind}`)
    return found.namespaced ? `${base}/namespaces/${namespace}/${found.name}` : `${base}/${found.name}`
  }
}

const ESTABLISHED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 200
const COLLECTION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

export async function installDefinitions(
  client: Client,
  modules: Readonly<Record<string, string>>,
  objects: readonly KubeObject[],
): Promise<readonly string[]> {
  const kinds = new Set(objects.map(({ kind }) => kind))
  const folders = Object.entries(DEFINITIONS).map(([module, below]) => join(modules[module] ?? '', below))
  const definitions = (await Promise.all(folders.map(customResourceDefinitions))).flat()
  const wanted = definitions.filter(({ spec }) => kinds.has(spec.names.kind))
  for (const definition of wanted) {
    const { status, body } = await client.call('POST', COLLECTION, definition)
    if (status !== 201) throw new Error(`${definition.metadata.name} was refused: ${JSON.stringify(body)}`)
    await established(client, definition.metadata.name)
  }
  return wanted.map(({ metadata }) => metadata.name)
}

async function established(client: Client, name: string): Promise<void> {
  const until = Date.now() + ESTABLISHED_WITHIN_MS
  for (;;) {
    const { body } = await client.call('GET', `${COLLECTION}/${name}`)
    const { status } = body as { status?: { conditions?: { type: string; status: string }[] } }
    if (status?.conditions?.some((condition) => condition.type === 'Established' && condition.status === 'True')) return
    if (Date.now() > until) throw new Error(`The server does not accept ${name}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

const labels = { app: 'control' }

const BROKEN: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'control' },
  spec: {
    replcas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'control', image: 'control:1' }] } },
  },
}

/** Fails if the server accepts broken objects. */
export async function mustRefuse(client: Client): Promise<void> {
  const { faults } = await dryRun(client, 'check-control', [BROKEN])
  const said = faults.join('\n')
  for (const expected of ['replcas', 'Pod of Deployment/control: pods "control" is forbidden: violates PodSecurity']) {
    if (!said.includes(expected)) throw new Error(`The API server accepted what it must refuse (${expected}): ${said}`)
  }
}
