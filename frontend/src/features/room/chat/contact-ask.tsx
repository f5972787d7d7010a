import { Button } from '../../../shared/ui/button.js'
import { CONTACT_ASK } from '../../../texts/room-chat-late.js'
import styles from './chat.module.css'

/** Asks, in the place of the field, whether contact details are to be sent hidden. */
export default function ContactAsk({ onChange }: { onChange: () => void }) {
  return (
    <div className={styles.ask}>
      <p role="alert">{CONTACT_ASK.rule}</p>
      <Button onClick={onChange}>{CONTACT_ASK.change}</Button>
      <Button type="submit">{CONTACT_ASK.sendHidden}</Button>
    </div>
  )
}
