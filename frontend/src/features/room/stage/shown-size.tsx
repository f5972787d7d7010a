import { type RefObject, useEffect } from 'react'
import { paneSizeOf } from '../../../shared/rtc/pane-size.js'
import { useServices } from '../call/services.js'

const FLOATS = ['enterpictureinpicture', 'leavepictureinpicture'] as const

interface ShownSizeProps {
  picture: RefObject<HTMLVideoElement | null>
  stream: MediaStream
  veiled: boolean
}

/** Asks the opponent for no larger picture than this page shows. */
export default function ShownSize({ picture, stream, veiled }: ShownSizeProps) {
  const { call } = useServices()
  useEffect(() => {
    const video = picture.current
    if (video === null) return undefined
    const stopped = new AbortController()
    const look = () =>
      call.show(
        paneSizeOf({
          width: video.clientWidth,
          pixelRatio: window.devicePixelRatio,
          hidden: document.hidden,
          floating: document.pictureInPictureElement === video,
          veiled,
        }),
      )
    const sizes = new ResizeObserver(look)
    sizes.observe(video)
    document.addEventListener('visibilitychange', look, { signal: stopped.signal })
    for (const name of FLOATS) video.addEventListener(name, look, { signal: stopped.signal })
    look()
    return () => {
      stopped.abort()
      sizes.disconnect()
      call.show('large')
    }
  }, [call, picture, stream, veiled])
  return null
}
