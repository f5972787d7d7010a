import { askForCamera, recordCameraPermission } from '../features/join-link/camera-permission.js'

const isUndecided = async (name: string) => {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state === 'prompt'
  } catch {
    return false
  }
}

/**
 * Gets the browser's question about the camera out of the way while a search runs, so that it does not stand between
 * two people who have just met. Asks only where it is still open; the answer keeps nobody out.
 */
export async function prepareCamera(): Promise<void> {
  const undecided = await Promise.all(['camera', 'microphone'].map(isUndecided))
  if (undecided.includes(true)) recordCameraPermission(await askForCamera(navigator.mediaDevices))
}
