import { createServer, type Plugin, type Rolldown } from 'vite'
import type { FirstPaint } from './src/app/first-paint.js'
import { shared } from './vite.shared.js'

/** What every page begins with, and what the screens need beside that are drawn before their scripts are there. */
const START = 'src/app/begin.tsx'
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/features/home/home.tsx'],
  '/gameroom': ['src/app/live.tsx', 'src/app/lobby.tsx'],
  '/join-room': ['src/app/live.tsx'],
}
/** What comes after it in a moment. */
const NEXT: Readonly<Record<string, readonly string[]>> = { '/join-room': ['src/features/room/room.tsx'] }
const DRAWING = '/src/app/first-paint.tsx'
const PAINTER = '/first-paint.js'

/** Asked for before everything else: what paints, and who is there, for which every screen waits. */
const EARLY = [
  `<link rel="preload" as="script" href="${PAINTER}">`,
  '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/auth/user">',
]

type Bundle = Rolldown.OutputBundle

/** A chunk's own files and those of all that it imports at once: scripts and styles, by their names. */
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

/** Draws the screens as the components do, in a server of modules that lasts as long as that. */
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
 * Puts into the page what it begins with, so that the browser need not run one file to hear of the next; and what
 * public/first-paint.js shows while the scripts are on their way: each of its screens in a template, with the files that it
 * consists of. Their styles belong to every page, or they would be seen without them.
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
        // Whatever is filled in would be lost a moment later.
        const still = drawn.replaceAll('<input ', '<input readonly ')
        return `<template data-path="${path}">${later.map(preload).join('')}${still}</template>`
      })
      // Styles first: browsers ask for six files at a time, and nothing is seen before the styles are there.
      const head = [
        ...[...styles].filter((name) => !there(name)).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ...[...start.scripts].filter((name) => !there(name)).map(preload),
      ]
      const painting = [...templates, `<template id="age-gate">${ageGate}</template>`, `<script src="${PAINTER}"></script>`]
      return html
        .replace('<script type="module"', `${EARLY.join('\n    ')}\n    $&`)
        .replace('</head>', `  ${head.join('\n    ')}\n  $&`)
        .replace('<div id="root"></div>', `$&\n    ${painting.join('\n    ')}`)
    },
  },
})
