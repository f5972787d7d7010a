import { join } from 'node:path'
import type { KubeObject } from '../manifests/types.js'
import { customResourceDefinitions } from '../schemas/openapi.js'
import { DEFINITIONS } from '../schemas/validate.js'
import type { Client } from './client.js'

const ESTABLISHED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 200
const COLLECTION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Installs the definitions of the custom kinds that the objects have, and waits until the server takes them. */
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
    if (Date.now() > until) throw new Error(`The server does not take ${name}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
