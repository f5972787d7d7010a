import { checkNode, ensurePackages, run } from '../local/bootstrap.mjs'

checkNode()
await ensurePackages()
await run(process.execPath, ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/scale'], 'The simulation could not be built.')
const { main } = await import('./dist/simulate.js')
main(process.argv.slice(2))
