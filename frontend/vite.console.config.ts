import { defineConfig, type Plugin } from 'vite'
import { gateway, here, quiet, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/adminlogin', '/admin', '/gifs', '/media', '/api']

/** Serves the console's page as index for every address below it. */
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

/** Separate bundle of the console, served at any path (`<base href>`). */
export default defineConfig({
  ...shared,
  base: './',
  plugins: [...shared.plugins, consoleIsIndex()],
  build: {
    ...sharedBuild,
    outDir: here('dist-console'),
    rolldownOptions: { ...quiet, treeshake, input: here('console.html') },
  },
  server: { port: 5174, proxy: Object.fromEntries(proxied.map((path) => [path, { target: gateway }])) },
})
