/**
 * Selects the size of a test: `full` in `npm run test:soak` (TEST_SIZE=full), otherwise `small`. Only numbers may
 * differ.
 */
export const sized = <T>(small: T, full: T): T => (process.env['TEST_SIZE'] === 'full' ? full : small)
