"""Failed work of the notifier, and its second try: `npm run notifier -- list | replay`.

The failures queue of a portal holds three kinds of notes:

- of the notifier itself: `{"userId", "messageId", "channel", "reason"}`, one for each delivery that it gave
  up;
- of Lambda: which records of the stream of messages the function did not get through
  (`DDBStreamBatchInfo`);
- of SNS and Lambda: an event of a mail or an answer to a text message that `DeliveryEventsFunction` did not
  take.

A replay invokes the function that failed. For the first kind that is `NotifierFunction` with the event
`{"replay": [{"userId", "messageId", "channel"}]}`, which begins each of these deliveries again under its
claim, so that it reaches the person once, and answers
`{"results": [{"userId", "messageId", "channel", "state"}]}` with the state in which each delivery is then. A
note leaves the queue unless that is `failed` or `sending`: the notifier has it in hand again, or nobody wants
it any more, or it may have been sent before and is never sent twice. The other two kinds are replayed with
the very records and events, and leave the queue when the function took them.
"""
