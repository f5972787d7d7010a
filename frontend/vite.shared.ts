import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import { textsPlugin } from './vite.texts.js'

export const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const gateway = process.env.GATEWAY_ORIGIN ?? 'http://localhost:8080'

/** A strict content security policy refuses the styles sonner inserts by script; shared/ui/toaster.tsx has them. */
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

/** Development names and calls not known to be pure keep an unused quarter of the router. */
const routerWithoutUnusedParts = (): Plugin => ({
  name: 'router-without-unused-parts',
  transform: {
    filter: { id: /react-router\/dist\/development\/chunk-[^/]+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
        .replaceAll(
          /^var (\w+) = (class extends React\d*\.Component \{$[\s\S]*?^\});$/gm,
          'var $1 = /* @__PURE__ */ (() => $2)();',
        ),
      map: null,
    }),
  },
})

/**
 * The build's own minifier leaves two per cent more. React would lose the parentheses that make engines compile it at
 * once.
 */
const minifiedTwice = (): Plugin => ({
  name: 'minified-twice',
  apply: 'build',
  async renderChunk(code, { moduleIds }) {
    if (moduleIds.some((id) => id.includes('/react-dom/'))) return null
    const { code: smaller } = await minify(code, {
      module: true,
      compress: { passes: 3, toplevel: true, ecma: 2022 },
      mangle: { toplevel: true },
      format: { ecma: 2022 },
    })
    return { code: smaller, map: null }
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

/** Vite's own names end in a line number, which compresses badly. */
const scopedName = (name: string, file: string): string => {
  const [path = ''] = relative(here('.'), file).split('?')
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

export const shared = {
  root: here('.'),
  plugins: [
    react(),
    textsPlugin(),
    sonnerWithoutInlineStyles(),
    routerWithoutUnusedParts(),
    minifiedTwice(),
    compressed(),
  ],
  resolve: { alias: { '@kla/proto/web': here('../proto/web/index.ts') } },
  css: { modules: { generateScopedName: scopedName } },
} satisfies UserConfig

export const sharedBuild = {
  target: 'es2023',
  emptyOutDir: true,
  // Source maps would publish our comments.
  sourcemap: false,
  // Inlined fonts or scripts would need a wider content security policy.
  assetsInlineLimit: 0,
  // Browsers that do not preload modules load them one after another.
  modulePreload: { polyfill: false },
} satisfies UserConfig['build']

/** Packages that also run on Node import its modules where a browser never gets. */
const NODE_MODULE_LEFT_OUT = /externalized for browser compatibility, imported by "[^"]*\/node_modules\//

/** Leaves out warnings of the build that nothing is to be done about. */
export const quiet = {
  checks: {
    bundlerTimings: false,
    // The groups of chunks decide what is loaded together.
    ineffectiveDynamicImport: false,
  },
  onLog: (level, log, report) => {
    if (!NODE_MODULE_LEFT_OUT.test(log.message)) report(level, log)
  },
} satisfies Rolldown.RolldownOptions

/** Browsers need the contract's types, limits and texts, not its schemas. */
export const treeshake = {
  moduleSideEffects: [{ test: /proto\/web\/|node_modules\/typebox\//, sideEffects: false }],
}
