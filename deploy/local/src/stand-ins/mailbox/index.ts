export {
  startMailboxStandIn,
  type MailboxControl,
  type MailboxStandIn,
  type MailboxStandInOptions,
} from './stand-in.js'
export type { ReceivedMail } from './received-mail.js'
