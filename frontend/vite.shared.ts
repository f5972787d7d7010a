import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const gateway = process.env.GATEWAY_ORIGIN ?? 'http://localhost:8080'

/** A strict content security policy refuses the styles that sonner inserts by script; shared/ui/toaster.tsx has them. */
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

/** Compresses every file at build time, not per request. */
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

export const shared = {
  root: here('.'),
  plugins: [react(), sonnerWithoutInlineStyles(), compressed()],
  resolve: { alias: { '@kla/proto/web': here('../proto/web/index.ts') } },
} satisfies UserConfig

export const sharedBuild = {
  target: 'es2023',
  emptyOutDir: true,
  // Source maps would publish our comments.
  sourcemap: false,
  // Inlined fonts or scripts would need a wider content security policy.
  assetsInlineLimit: 0,
} satisfies UserConfig['build']

/** The browser takes types, limits and texts from the contract; schemas stay on the server. */
export const treeshake = {
  moduleSideEffects: [{ test: /proto\/web\/|node_modules\/typebox\//, sideEffects: false }],
}
