import { defineConfig } from 'vite'
import { firstPaint } from './vite.first-paint.js'
import { newsPosts } from './vite.news.js'
import { gateway, here, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/auth', '/user', '/report', '/checkout', '/media', '/api', '/gifs']

/** With the build's own helper: in another file it would bring that one along with the first. */
const REACT = /node_modules\/(react|react-dom|scheduler)\/|preload-helper/
const STORE = /src\/app\/store\.ts|node_modules\/(react-redux|react-router|@reduxjs|redux|redux-thunk|reselect|immer)\//

/**
 * Which modules share a file. Left to itself the lobby would be some forty files, each with the head of an answer and a wait
 * of its own, of which browsers ask for six at a time: one more for each page's beginning, and the first paint waits for it.
 * In order: what every page begins with, as main.tsx runs it, what the lobby and a room begin with, and whatever several
 * screens use.
 */
const groups = [
  { name: 'react', test: REACT, priority: 5 },
  { name: 'store', test: STORE, priority: 4 },
  { name: 'start', test: /src\/app\/begin\.tsx/, priority: 3 },
  { name: 'live', test: /src\/app\/(live|routes\/(gameroom|join-link))\.tsx/, priority: 2 },
  { name: 'shared', test: /\.(tsx?|[cm]?js)$/, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, newsPosts(), firstPaint()],
  build: { ...sharedBuild, outDir: here('dist'), rolldownOptions: { treeshake, output: { codeSplitting: { groups } } } },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: gateway }])),
      '/realtime': { target: gateway, ws: true },
    },
  },
})
