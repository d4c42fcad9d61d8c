import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Delivery, DeliveryStep } from './messages';

/** Describes a step of the delivery of a notice by one channel, and its reason. */
export function describeDelivery(
  { channel, sentTo }: Pick<Delivery, 'channel' | 'sentTo'>,
  { state, reason }: Pick<DeliveryStep, 'state' | 'reason'>,
): MessageDescriptor {
  const choose = (email: MessageDescriptor, text: MessageDescriptor) => (channel === 'email' ? email : text);
  switch (state) {
    case 'waiting':
      switch (reason) {
        case 'quietHours':
          return choose(
            msg`We keep the email to ${sentTo} until your quiet hours are over.`,
            msg`We keep the text message to ${sentTo} until your quiet hours are over.`,
          );
        case 'dailyDigest':
          return msg`It comes with the daily email to ${sentTo}.`;
        case 'tryAgain':
          return choose(
            msg`The email to ${sentTo} did not get through; we try again.`,
            msg`The text message to ${sentTo} did not get through; we try again.`,
          );
        default:
          return choose(
            msg`The email to ${sentTo} waits to be sent.`,
            msg`The text message to ${sentTo} waits to be sent.`,
          );
      }
    case 'sending':
      return choose(
        msg`We began to send an email to ${sentTo}.`,
        msg`We began to send a text message to ${sentTo}.`,
      );
    case 'accepted':
      return choose(
        msg`The mail service accepted the email to ${sentTo}.`,
        msg`The telephone network accepted the text message to ${sentTo}.`,
      );
    case 'delivered':
      return choose(
        msg`The email reached the mailbox of ${sentTo}.`,
        msg`The text message reached ${sentTo}.`,
      );
    case 'bounced':
      return choose(
        msg`The email came back: we could not deliver it to ${sentTo}. Check your contact preferences.`,
        msg`The text message came back: we could not deliver it to ${sentTo}. Check your contact preferences.`,
      );
    case 'complained':
      return msg`The email to ${sentTo} was reported as spam, so we no longer write there.`;
    case 'failed':
      return describeFailure(choose, sentTo, reason);
    case 'unknown':
      return choose(
        msg`We do not know whether the email to ${sentTo} was sent, so we do not send it again.`,
        msg`We do not know whether the text message to ${sentTo} was sent, so we do not send it again.`,
      );
    case 'notSent':
      return describeNotSent(choose, sentTo, reason);
  }
}

type Choose = (email: MessageDescriptor, text: MessageDescriptor) => MessageDescriptor;

function describeFailure(choose: Choose, sentTo: string, reason: DeliveryStep['reason']): MessageDescriptor {
  switch (reason) {
    case 'noAnswer':
      return choose(
        msg`The email to ${sentTo} could not be sent: the mail service did not answer.`,
        msg`The text message to ${sentTo} could not be sent: the telephone network did not answer.`,
      );
    case 'refused':
      return choose(
        msg`The email to ${sentTo} could not be sent: the mail service refused it.`,
        msg`The text message to ${sentTo} could not be sent: the telephone network refused it.`,
      );
    default:
      return choose(
        msg`The email to ${sentTo} could not be sent.`,
        msg`The text message to ${sentTo} could not be sent.`,
      );
  }
}

function describeNotSent(choose: Choose, sentTo: string, reason: DeliveryStep['reason']): MessageDescriptor {
  switch (reason) {
    case 'preferences':
      return choose(
        msg`No email: your contact preferences do not ask for one.`,
        msg`No text message: your contact preferences do not ask for one.`,
      );
    case 'noAddress':
      return choose(
        msg`No email: you have given us no email address.`,
        msg`No text message: you have given us no number.`,
      );
    case 'unverified':
      return choose(
        msg`No email: ${sentTo} is not verified yet.`,
        msg`No text message: ${sentTo} is not verified yet.`,
      );
    case 'stopped':
      return choose(
        msg`No email: you stopped what we send to ${sentTo}.`,
        msg`No text message: you stopped what we send to ${sentTo}.`,
      );
    case 'bounced':
      return choose(
        msg`No email: an earlier one to ${sentTo} came back.`,
        msg`No text message: an earlier one to ${sentTo} came back.`,
      );
    case 'complained':
      return msg`No email: an earlier one to ${sentTo} was reported as spam.`;
    case 'alreadyRead':
      return choose(
        msg`No email: you had read or deleted the message before it was time to send one.`,
        msg`No text message: you had read or deleted the message before it was time to send one.`,
      );
    default:
      return choose(msg`No email was sent.`, msg`No text message was sent.`);
  }
}
