import { createServer, type Plugin, type Rolldown } from 'vite'
import { shared } from './vite.shared.js'

/** What every page begins with, and what the lobby needs beside. */
const START = 'src/app/begin.tsx'
const LOBBY = 'src/app/routes/gameroom.tsx'
const DRAWING = '/src/app/first-paint.tsx'

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

/** Draws the lobby as the components do, in a server of modules that lasts as long as that. */
async function drawLobby(): Promise<string> {
  const server = await createServer({
    ...shared,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const drawing = (await server.ssrLoadModule(DRAWING)) as { drawLobby: () => string }
    // Whatever is filled in would be lost a moment later.
    return drawing.drawLobby().replaceAll('<input ', '<input readonly ')
  } finally {
    await server.close()
  }
}

const preload = (name: string): string => `<link rel="modulepreload" crossorigin href="/${name}">`

/**
 * Puts into the page what it begins with, so that the browser need not run one file to hear of the next; and what
 * public/first-paint.js shows while the scripts are on their way: the lobby as it is drawn before anything is known, in a
 * template, with the files that it consists of. Its styles belong to every page, or it would be seen without them.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (!bundle) throw new Error('the page is made after its files')
      const [start, lobby] = [filesOf(bundle, START), filesOf(bundle, LOBBY)]
      const there = (name: string) => html.includes(`/${name}"`)
      const scripts = [...start.scripts].filter((name) => !there(name))
      const styles = [...new Set([...start.styles, ...lobby.styles])].filter((name) => !there(name))
      const later = [...lobby.scripts].filter((name) => !there(name) && !start.scripts.has(name))
      const template = `<template id="first-paint">${later.map(preload).join('')}${await drawLobby()}</template>`
      // Styles first: browsers ask for six files at a time, and nothing is seen before the styles are there.
      const head = [...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`), ...scripts.map(preload)]
      return html
        .replace('</head>', `  ${head.join('\n    ')}\n  $&`)
        .replace('<div id="root"></div>', `$&\n    ${template}\n    <script src="/first-paint.js"></script>`)
    },
  },
})
