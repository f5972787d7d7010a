/**
 * Picks the size of a test: `small` in `npm test`, `full` in `npm run test:soak`, which sets TEST_SIZE=full. The two differ in
 * numbers and repetitions alone, so that what the soak run proves is smoke-tested with every change.
 */
export const sized = <T>(small: T, full: T): T => (process.env['TEST_SIZE'] === 'full' ? full : small)
