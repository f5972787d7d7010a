import { useMemo } from 'react'
import { useLocalMedia } from '../call/services-context.js'

/** This player's own picture, without sound. */
export function useOwnStream(): MediaStream {
  const track = useLocalMedia(({ tracks }) => tracks.video)
  return useMemo(() => new MediaStream([track]), [track])
}
