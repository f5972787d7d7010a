import { run } from '../local/bootstrap.mjs'

/** Compiles the bench and what it uses; `npm run build:services` leaves it out. */
export const buildBench = () =>
  run(
    process.execPath,
    ['node_modules/typescript-native/bin/tsc', '-b', 'deploy/bench'],
    'The bench could not be built.',
  )
