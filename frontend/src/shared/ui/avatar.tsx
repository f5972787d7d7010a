import { useState } from 'react'
import styles from './avatar.module.css'
import { drawnAvatar, SHAPES } from './drawn-avatar.js'

interface AvatarProps {
  name: string
  src: string | null
  size?: number
}

/** Picture, or a drawing derived from the name. */
export const Avatar = ({ name, src, size = 36 }: AvatarProps) => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={src} alt="" width={size} height={size} onError={() => setFailedSrc(src)} />
      ) : (
        <Drawn name={name} />
      )}
    </span>
  )
}

function Drawn({ name }: { name: string }) {
  const { shape, ground, ink } = drawnAvatar(name)
  return (
    <svg viewBox="0 0 24 24" width="100%" height="100%" data-ground={ground} data-ink={ink}>
      <path d={SHAPES[shape]} fillRule="evenodd" />
    </svg>
  )
}
