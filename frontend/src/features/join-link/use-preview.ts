import { useEffect, useRef, useState } from 'react'
import { browserCamera, requestCamera } from '../../shared/rtc/index.js'
import { recordCameraPermission } from './camera-permission.js'

export type Preview =
  | { readonly kind: 'off' | 'asking' | 'none' }
  | { readonly kind: 'shown'; readonly stream: MediaStream }

/** One's own picture before anybody else has it. Nothing is asked before `show`, and everything is let go of with the screen. */
export function usePreview(): { view: Preview; show: () => void } {
  const [view, setView] = useState<Preview>({ kind: 'off' })
  const here = useRef(true)
  const stream = view.kind === 'shown' ? view.stream : null

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useEffect(() => () => stream?.getTracks().forEach((track) => track.stop()), [stream])

  const show = () => {
    setView({ kind: 'asking' })
    void requestCamera(browserCamera).then(({ audio, video, errorName }) => {
      recordCameraPermission({ granted: errorName === null ? 1 : 0, errorName })
      // Asked for with the picture, so that there is one question; nobody hears anything here.
      audio?.stop()
      if (video === null) return setView({ kind: 'none' })
      if (here.current) return setView({ kind: 'shown', stream: new MediaStream([video]) })
      video.stop()
    })
  }
  return { view, show }
}
