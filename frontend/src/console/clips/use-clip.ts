import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { mediaUrl } from '../../entities/gif/media-url.js'
import { selectToken } from '../session/session-slice.js'

interface Clip {
  readonly address: string
  /** Undefined when it could not be loaded. */
  readonly src: string | undefined
}

/** A clip for the console: a video element sends no bearer token, so it is fetched with one and shown from memory. */
export function useClip(address: string): { src: string | undefined; failed: boolean } {
  const token = useSelector(selectToken)
  const [clip, setClip] = useState<Clip>()

  useEffect(() => {
    const gone = new AbortController()
    let src: string | undefined
    const load = async () => {
      const headers = { authorization: `Bearer ${token ?? ''}` }
      const response = await fetch(mediaUrl(address), { headers, signal: gone.signal })
      if (!response.ok) throw new Error(String(response.status))
      const bytes = await response.blob()
      if (gone.signal.aborted) return
      src = URL.createObjectURL(bytes)
      setClip({ address, src })
    }
    load().catch(() => {
      if (!gone.signal.aborted) setClip({ address, src: undefined })
    })
    return () => {
      gone.abort()
      if (src !== undefined) URL.revokeObjectURL(src)
    }
  }, [address, token])

  const current = clip?.address === address ? clip : undefined
  return { src: current?.src, failed: current !== undefined && current.src === undefined }
}
