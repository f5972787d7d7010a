/** Size of a test: `full` with TEST_SIZE=full (`npm run test:soak`). Only numbers may differ. */
export const sized = <T>(small: T, full: T): T => (process.env['TEST_SIZE'] === 'full' ? full : small)
