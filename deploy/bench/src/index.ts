export * from './bots/index.js'
export { CAMERA_ARGUMENTS } from './browser/camera-arguments.js'
