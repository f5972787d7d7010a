import { defineConfig } from 'vite'
import { newsPosts } from './vite.news.js'
import { gateway, here, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/auth', '/user', '/report', '/checkout', '/media', '/api', '/gifs']

/**
 * Which modules share a file. Left to itself the lobby would be some forty files, each with the head of an answer and a wait
 * of its own: what begins every page, what the lobby and a room begin with, and whatever several screens use.
 */
const groups = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'live', test: /src\/app\/(live|routes\/(gameroom|join-link))\.tsx/, priority: 2 },
  { name: 'shared', test: /\.(tsx?|[cm]?js)$/, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, newsPosts()],
  build: { ...sharedBuild, outDir: here('dist'), rolldownOptions: { treeshake, output: { codeSplitting: { groups } } } },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: gateway }])),
      '/realtime': { target: gateway, ws: true },
    },
  },
})
