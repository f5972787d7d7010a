import type { KubeObject } from '../manifests/types.js'
import type { Client } from './client.js'

interface ResourceList {
  readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[]
}

/** Where objects of a kind are kept: the path of its collection, asked of the server once for each version. */
export function createPaths(client: Client): (object: KubeObject, namespace: string) => Promise<string> {
  const lists = new Map<string, Promise<ResourceList>>()
  return async ({ apiVersion, kind }, namespace) => {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const list = lists.get(base) ?? client.call('GET', base).then(({ body }) => body as ResourceList)
    lists.set(base, list)
    const found = (await list).resources?.find((resource) => resource.kind === kind && !resource.name.includes('/'))
    if (found === undefined) throw new Error(`The server knows no ${apiVersion} ${kind}`)
    return found.namespaced ? `${base}/namespaces/${namespace}/${found.name}` : `${base}/${found.name}`
  }
}
