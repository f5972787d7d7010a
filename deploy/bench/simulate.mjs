import { checkNode, ensurePackages, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await run(
  process.execPath,
  ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/bench'],
  'The simulation could not be built.',
)
const { main } = await import('./dist/commands/simulate.js')
main(process.argv.slice(2))
