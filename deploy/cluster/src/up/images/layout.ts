import { createHash } from 'node:crypto'
import type { LayerName, Recipe } from './recipes.js'

/** A layer's tar archive, uncompressed: its digest names both the blob and its content. */
export interface Layer {
  readonly digest: string
  readonly size: number
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

/** Files of an OCI image layout, without the blobs of layers. */
export interface Layout {
  readonly index: string
  /** Manifests and configurations as text, by their digests. */
  readonly blobs: ReadonlyMap<string, string>
}

const TYPE = 'application/vnd.oci.image'

/** Returns a layout that gives each image a name of the container runtime's. */
export function imageLayout(
  images: Readonly<Record<string, Recipe>>,
  layers: Readonly<Partial<Record<LayerName, Layer>>>,
): Layout {
  const blobs = new Map<string, string>()
  const add = (mediaType: string, value: unknown): Descriptor => {
    const text = JSON.stringify(value)
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    blobs.set(digest, text)
    return { mediaType, digest, size: Buffer.byteLength(text) }
  }
  const manifests = Object.entries(images).map(([name, recipe]) => {
    const used = recipe.layers.map((layer) => {
      const found = layers[layer]
      if (found === undefined) throw new Error(`${name} needs the layer ${layer}, which was not built`)
      return found
    })
    const manifest = {
      schemaVersion: 2,
      mediaType: `${TYPE}.manifest.v1+json`,
      config: add(`${TYPE}.config.v1+json`, configOf(recipe, used)),
      layers: used.map(({ digest, size }) => ({ mediaType: `${TYPE}.layer.v1.tar`, digest, size })),
    }
    return { ...add(manifest.mediaType, manifest), annotations: { 'io.containerd.image.name': name } }
  })
  const index = { schemaVersion: 2, mediaType: `${TYPE}.index.v1+json`, manifests }
  return { index: JSON.stringify(index), blobs }
}

const configOf = (recipe: Recipe, layers: readonly Layer[]): unknown => ({
  architecture: process.arch === 'x64' ? 'amd64' : process.arch,
  os: 'linux',
  config: {
    Entrypoint: recipe.entrypoint,
    Cmd: recipe.command,
    User: recipe.user,
    WorkingDir: recipe.folder,
    Env: recipe.environment,
    StopSignal: recipe.stopSignal,
  },
  rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => digest) },
})
