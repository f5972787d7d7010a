import { createServer, type Plugin, type Rolldown } from 'vite'
import type { FirstPaint } from './src/app/first-paint.js'
import { shared } from './vite.shared.js'

const START = 'src/app/begin.tsx'
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/features/home/home.tsx'],
  '/gameroom': ['src/app/live.tsx', 'src/app/lobby.tsx'],
  '/join-room': ['src/app/live.tsx'],
}
const NEXT: Readonly<Record<string, readonly string[]>> = { '/join-room': ['src/features/room/room.tsx'] }
const DRAWING = '/src/app/first-paint.tsx'
const PAINTER = '/first-paint.js'

/** Requested first: the painter and the session every screen waits for. */
const EARLY = [
  `<link rel="preload" as="script" href="${PAINTER}">`,
  '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/auth/user">',
]

type Bundle = Rolldown.OutputBundle

function filesOf(bundle: Bundle, module: string): { scripts: Set<string>; styles: Set<string> } {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (chunk: Rolldown.OutputChunk) => {
    if (scripts.has(chunk.fileName)) return
    scripts.add(chunk.fileName)
    for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module))) add(output)
  }
  if (scripts.size === 0) throw new Error(`no file of the build holds ${module}`)
  return { scripts, styles }
}

async function drawScreens(): Promise<FirstPaint> {
  const server = await createServer({
    ...shared,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const drawing = (await server.ssrLoadModule(DRAWING)) as { drawFirstPaint: () => FirstPaint }
    return drawing.drawFirstPaint()
  } finally {
    await server.close()
  }
}

const preload = (name: string): string => `<link rel="modulepreload" crossorigin href="/${name}">`

/**
 * Adds preloads and the templates of public/first-paint.js. Their styles belong to every page, or they would flash
 * unstyled.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (!bundle) throw new Error('the page is made after its files')
      const start = filesOf(bundle, START)
      const { screens, ageGate } = await drawScreens()
      const there = (name: string) => html.includes(`/${name}"`)
      const styles = new Set(start.styles)
      const templates = Object.entries(screens).map(([path, drawn]) => {
        const parts = (PARTS[path] ?? []).map((module) => filesOf(bundle, module))
        for (const name of parts.flatMap((part) => [...part.styles])) styles.add(name)
        const next = (NEXT[path] ?? []).map((module) => filesOf(bundle, module))
        const scripts = new Set([...parts, ...next].flatMap((part) => [...part.scripts]))
        const later = [...scripts].filter((name) => !there(name) && !start.scripts.has(name))
        // Input would be lost when the scripts take over.
        const still = drawn.replaceAll('<input ', '<input readonly ')
        return `<template data-path="${path}">${later.map(preload).join('')}${still}</template>`
      })
      // Styles first: browsers request six files at a time, and nothing shows without styles.
      const head = [
        ...[...styles]
          .filter((name) => !there(name))
          .map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ...[...start.scripts].filter((name) => !there(name)).map(preload),
      ]
      const painting = [
        ...templates,
        `<template id="age-gate">${ageGate}</template>`,
        `<script src="${PAINTER}"></script>`,
      ]
      return html
        .replace('<script type="module"', `${EARLY.join('\n    ')}\n    $&`)
        .replace('</head>', `  ${head.join('\n    ')}\n  $&`)
        .replace('<div id="root"></div>', `$&\n    ${painting.join('\n    ')}`)
    },
  },
})
