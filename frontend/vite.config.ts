import { defineConfig } from 'vite'
import { firstPaint } from './vite.first-paint.js'
import { postsPlugin } from './vite.posts.js'
import { gateway, here, shared, sharedBuild, treeshake } from './vite.shared.js'

const proxied = ['/auth', '/user', '/report', '/checkout', '/media', '/api', '/gifs']

/** With the build's preload helper: elsewhere it would pull that file into every page. */
const REACT = /node_modules\/(react|react-dom|scheduler)\/|preload-helper/
const STORE = /src\/app\/store\.ts|node_modules\/(react-redux|react-router|@reduxjs|redux|redux-thunk|reselect|immer)\//

/** The start of every page, and the styles of what is drawn before its scripts. */
const START =
  /src\/(app\/begin\.tsx|(features\/(home|lobby|quick-match|join-link)|shared\/ui|entities\/(competing|game))\/(?!hold)[\w-]+\.module\.css)/
/** Shared by lobby, room and most other screens; the toaster and what is held come after the first input, and the room has no fields. */
const LIVE =
  /proto\/web\/visible\.ts$|src\/(app\/live|entities\/(line\/[\w-]+|matching\/use-begin-search|shop\/shop|gif\/saved-gifs)|shared\/rtc\/(camera|can-connect)|shared\/(time|ui)\/(?!toaster|hold|fields)[\w-]+)\.tsx?$/

/**
 * Which modules share a chunk, most general first. By default the lobby would be some forty files, and browsers request six at
 * a time, so that the first paint waits.
 */
const groups = [
  // Parts of the contract that later screens need: otherwise the store, which needs others, would have them.
  { name: 'limits-card', test: /proto\/web\/limits-card\.ts/, priority: 8 },
  { name: 'evidence', test: /proto\/web\/evidence\.ts/, priority: 8 },
  { name: 'react', test: REACT, priority: 7 },
  { name: 'store', test: STORE, priority: 6 },
  { name: 'start', test: START, priority: 5 },
  { name: 'live', test: LIVE, priority: 4 },
  // Not in the room's first file, which only has what loads it.
  { name: 'drum', test: /src\/shared\/drum\/(web-drum|web-audio-kit|drum)\.ts/, priority: 4 },
  // What to do about a wait: for lobby, room, studio and the screens of an invitation.
  { name: 'late', test: /src\/entities\/connection\/late-/, priority: 3 },
  { name: 'room', test: /src\/features\/room\/room\.tsx/, priority: 3 },
  { name: 'lobby', test: /src\/app\/lobby\.tsx/, priority: 2 },
  { name: 'names', test: /src\/entities\/names\/name-form/, priority: 2 },
  {
    name: 'reports',
    test: /src\/(entities\/reports\/report-form|features\/room\/exit\/what-happened)\.tsx/,
    priority: 2,
  },
  // One file for what the room loads at the first sign of use: its script would name each file.
  {
    name: 'battle',
    test: /src\/features\/room\/(battle\/battle-panel|stage\/(received-gif|own-verdict|movable-corner)|broken\/room-broken|controls\/(finish-button|sound-menu)|waits\/[\w-]+|leaving\/leave-dialog|exit\/undo-block-line)\.tsx/,
    priority: 2,
  },
  { name: 'shared', test: /\.(tsx?|[cm]?js)$/, minShareCount: 2, priority: 1 },
]

export default defineConfig({
  ...shared,
  plugins: [...shared.plugins, postsPlugin(), firstPaint()],
  // The gateway knows workers by their folder (its http/plugins/file-headers.ts): they need the policy in their own answer.
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
  build: {
    ...sharedBuild,
    outDir: here('dist'),
    rolldownOptions: {
      treeshake,
      // Limits and texts of the contract stand where they are used, and need no file that has others.
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
