import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { containersOf, parseManifests, workloadsOf } from '../../manifests/read.js'
import { ClusterFailure, type Say } from '../commands.js'
import { CONTAINERD_SOCKET, PAUSE_IMAGE } from '../config-files.js'
import type { Node } from '../node.js'
import { makeLayers } from './layers.js'
import { imageLayout } from './layout.js'
import { fullName, recipeOf } from './recipes.js'

const LOADED_WITHIN_MS = 10 * 60_000

/** Returns the images that a render of the chart names. */
export const imagesOf = (render: string): readonly string[] => {
  const containers = workloadsOf(parseManifests(render)).flatMap(containersOf)
  return [...new Set(containers.map(({ image }) => image ?? ''))].filter(Boolean).sort()
}

/** Makes images from the built tree and a program of NATS. Resolves to the folder of their layout. */
export async function makeImages(
  { images, nats }: { readonly images: readonly string[]; readonly nats: string },
  folder: string,
  say: Say,
): Promise<string> {
  const recipes = [...images, PAUSE_IMAGE].map((image) => {
    const recipe = recipeOf(image)
    if (recipe === undefined) throw new ClusterFailure(`The chart uses ${image}, which this program cannot build`)
    return [fullName(image), recipe] as const
  })
  const layers = await makeLayers(folder, nats, say)
  const layout = `${folder}/layout`
  await rm(layout, { recursive: true, force: true })
  await mkdir(`${layout}/blobs/sha256`, { recursive: true })
  const { index, blobs } = imageLayout(Object.fromEntries(recipes), layers)
  const blob = (digest: string): string => `${layout}/blobs/${digest.replace(':', '/')}`
  for (const { digest, file } of Object.values(layers)) await link(file, blob(digest))
  for (const [digest, text] of blobs) await writeFile(blob(digest), text)
  await writeFile(`${layout}/oci-layout`, JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  await writeFile(`${layout}/index.json`, index)
  return layout
}

/** Loads a layout into the container runtime, all in one archive as images share layers. */
export async function loadImages(node: Node, layout: string): Promise<void> {
  const load = 'tar -C "$1" -cf - . | ctr --address "$2" --namespace k8s.io images import -'
  await node.run('sh', ['-c', load, 'load', layout, CONTAINERD_SOCKET], { withinMs: LOADED_WITHIN_MS })
}
