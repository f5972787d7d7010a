/** The specification keeps the camera's state in session storage: a flag of 1 or 0, and the error's name. */
const KEY = 'kla-camera'

export interface CameraOutcome {
  granted: boolean
  errorName: string | null
}

export function recordCamera({ granted, errorName }: CameraOutcome, keeper: Pick<Storage, 'setItem'> = sessionStorage) {
  keeper.setItem(KEY, JSON.stringify({ granted: granted ? 1 : 0, error: errorName }))
  if (errorName !== null) console.error('Camera blocked:', errorName)
}
