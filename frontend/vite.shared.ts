import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'

/** An absolute path from one that is relative to this folder. */
export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Where `vite dev` finds the gateway. */
export const gateway = process.env.GATEWAY_ORIGIN ?? 'http://localhost:8080'

/**
 * sonner writes its styles into the page from JavaScript, which a strict content security policy refuses. They come
 * with our own stylesheet (shared/ui/toaster.tsx); here their second copy goes.
 */
const sonnerWithoutInlineStyles = (): Plugin => ({
  name: 'sonner-without-inline-styles',
  transform: {
    filter: { id: /sonner\/dist\/index\.mjs/ },
    handler(code) {
      const without = code.replace(/^__insertCSS\(.*\);$/m, '')
      if (without === code) this.error('sonner no longer inserts its styles the way this expects')
      return { code: without, map: null }
    },
  },
})

const COMPRESSIBLE = /\.(html|js|css|svg)$/
const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** Leaves each file's compressed forms beside it, so that no server compresses the same bytes for every visitor. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return this.error('the output has no folder')
    const names = (await readdir(dir, { recursive: true })).filter((name) => COMPRESSIBLE.test(name))
    const jobs = names.map(async (name) => {
      const path = join(dir, name)
      const content = await readFile(path)
      for (const [ending, compress] of Object.entries(encodings)) {
        await writeFile(`${path}.${ending}`, await compress(content))
      }
    })
    await Promise.all(jobs)
  },
})

/** What the player app and the console are built alike with. */
export const shared = {
  root: here('.'),
  plugins: [react(), sonnerWithoutInlineStyles(), compressed()],
  resolve: { alias: { '@kla/proto/web': here('../proto/web/index.ts') } },
} satisfies UserConfig

export const sharedBuild = {
  target: 'es2023',
  emptyOutDir: true,
  // What is served is served to everybody, and a map carries our comments.
  sourcemap: false,
  // An inlined font or script would need a wider content security policy.
  assetsInlineLimit: 0,
} satisfies UserConfig['build']

/** The browser takes types, limits and texts from the contract; the schemas and their runtime stay on the server. */
export const treeshake = {
  moduleSideEffects: [{ test: /proto\/web\/|node_modules\/typebox\//, sideEffects: false }],
}
