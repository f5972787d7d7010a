import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  /** Null where the person has no picture: then the first letter stands for it. */
  src: string | null
  /** CSS pixels. */
  size?: number
}

/** A person's picture, or the first letter of the name. Says nothing to a screen reader: the name stands beside it. */
export const Avatar = ({ name, src, size = 36 }: AvatarProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.45 }} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        name.trim().charAt(0).toUpperCase()
      )}
    </span>
  )
}
