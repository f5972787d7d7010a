import { defineConfig } from 'vite'
import { firstPaint } from './vite.first-paint.js'
import { postsPlugin } from './vite.posts.js'
import { gateway, here, quiet, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/auth', '/user', '/report', '/checkout', '/media', '/api', '/gifs']

/** React and the preload helper, which pulls its chunk into every page. */
const REACT = /node_modules\/(react|react-dom|scheduler)\/|preload-helper/
const STORE = /src\/app\/store\.ts|node_modules\/(react-redux|react-router|@reduxjs|redux|redux-thunk|reselect|immer)\//

/** Start of every page, the limits that its texts name, and the styles of its first paint. */
const START =
  /proto\/web\/limits\.ts$|src\/(app\/begin\.tsx|(features\/(home|lobby|quick-match|join-link)|shared\/ui|entities\/(competing|game|ready))\/(?!hold|get-ready|ready-dialog)[\w-]+\.module\.css)/
/** Shared by most screens, without the late toaster and fields. */
const LIVE =
  /proto\/web\/visible\.ts$|src\/(app\/live|entities\/(admission-queue\/[\w-]+|game\/game-words|matching\/use-begin-search|shop\/shop|gif\/saved-gifs|devices\/handover|reports\/sealed-note)|shared\/rtc\/(camera|can-connect)|shared\/(time|ui)\/(?!toaster|hold|fields)[\w-]+)\.tsx?$/

/**
 * Groups modules into chunks, most general first. The default makes forty files for the lobby, and browsers request six
 * at a time.
 */
const groups = [
  // Separate, because the store would otherwise include what later screens need.
  { name: 'limits-card', test: /proto\/web\/limits-card\.ts/, priority: 8 },
  { name: 'evidence', test: /proto\/web\/evidence\.ts/, priority: 8 },
  { name: 'react', test: REACT, priority: 7 },
  { name: 'store', test: STORE, priority: 6 },
  { name: 'start', test: START, priority: 5 },
  { name: 'live', test: LIVE, priority: 4 },
  // Not in the room's first file, which only loads it.
  { name: 'drum', test: /src\/shared\/drum\/(web-drum|web-audio-kit|drum)\.ts/, priority: 4 },
  // Shared by lobby, room, getting ready and invitations.
  { name: 'late', test: /src\/entities\/connection\/late-/, priority: 3 },
  { name: 'room', test: /src\/features\/room\/room\.tsx/, priority: 3 },
  { name: 'lobby', test: /src\/app\/lobby\.tsx/, priority: 2 },
  { name: 'names', test: /src\/entities\/names\/name-form/, priority: 2 },
  // A room loads it without the settings.
  { name: 'limits', test: /src\/(entities\/limits\/limits-form|texts\/limits-form)/, priority: 2 },
  {
    name: 'reports',
    test: /src\/(entities\/reports\/report-form|features\/room\/exit\/what-happened)\.tsx/,
    priority: 2,
  },
  // One file, because the room's script would name each.
  {
    name: 'battle',
    test: /src\/features\/room\/(battle\/battle-panel|chat\/(quick-replies|chat-button|unsent-messages)|reveal\/about-veil|stage\/(received-gif|own-verdict|movable-corner)|broken\/room-broken|controls\/(finish-button|thumb-bar|sound-menu)|waits\/[\w-]+|leaving\/leave-dialog|exit\/undo-block-prompt)\.tsx/,
    priority: 2,
  },
  { name: 'shared', test: /\.(tsx?|[cm]?js)$/, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, postsPlugin(), firstPaint()],
  // The gateway finds workers by this folder (http/plugins/file-headers.ts).
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
  build: {
    ...sharedBuild,
    outDir: here('dist'),
    rolldownOptions: {
      ...quiet,
      treeshake,
      // Inlines contract limits and texts, which then need no file.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: { codeSplitting: { groups } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: gateway }])),
      '/realtime': { target: gateway, ws: true },
    },
  },
})
