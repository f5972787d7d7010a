import { defineConfig, type Plugin } from 'vite'
import { gateway, here, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/adminlogin', '/admin', '/gifs', '/media', '/api']

/** A folder is served by its index: the console's page takes that name, and answers for every address below it. */
const consoleIsIndex = (): Plugin => ({
  name: 'console-is-index',
  enforce: 'post',
  generateBundle: (_, bundle) => {
    const page = bundle['console.html']
    if (page) page.fileName = 'index.html'
  },
  configureServer: (server) => {
    server.middlewares.use((request, _, next) => {
      if (request.headers.accept?.includes('text/html')) request.url = '/console.html'
      next()
    })
  },
})

/** The moderation console: a bundle of its own, which may lie at any path (`<base href>` names it). */
export default defineConfig({
  ...shared,
  base: './',
  plugins: [...shared.plugins, consoleIsIndex()],
  build: {
    ...sharedBuild,
    outDir: here('dist-console'),
    rolldownOptions: { treeshake, input: here('console.html') },
  },
  server: { port: 5174, proxy: Object.fromEntries(proxied.map((path) => [path, { target: gateway }])) },
})
