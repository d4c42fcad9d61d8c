import type { Notice } from './notice';

export const notice: Notice = {
  sections: {
    scope: {
      heading: 'Who we are and what this notice covers',
      blocks: [
        {
          kind: 'text',
          text: 'This notice belongs to the Motor Vehicle Division, which is responsible for this portal (“we”). It says what we learn about you when you use the portal, why, who else receives it, how long we keep it, and what you can do about it.',
          laws: ['agencySites'],
        },
        {
          kind: 'text',
          text: 'The portal is one place to sign in and deal with state agencies: you connect their services and see here what they hold for you, read their messages and your transactions, keep addresses, look after businesses and file applications.',
        },
        {
          kind: 'text',
          text: 'Each agency is responsible for its own records and has its own privacy notice. When you follow a link to another site, that site’s notice applies.',
        },
        {
          kind: 'text',
          text: 'The portal runs on Saguaro, which is published as open source. A copy of it is a government service only where a state has deployed it and says so. If the page is marked as a demonstration, do not enter real personal information: no state agency handles it.',
        },
      ],
    },
    children: {
      heading: 'Children under 13',
      blocks: [
        {
          kind: 'text',
          text: 'The portal is not meant for children under 13. We ask for the date of birth at registration. If it shows that somebody is under 13, we refuse the registration and keep nothing of what was entered. Until the end of that day we remember only that the sign-in was refused, so that another date of birth does not open what the first one closed.',
          laws: ['childrenOnline'],
        },
        {
          kind: 'text',
          text: 'If we learn that we hold information about a child under 13, we delete it. A parent or guardian who believes that a child has registered can write to the privacy officer. The federal law on children’s privacy online is written for companies; we follow its rule by choice.',
        },
      ],
    },
    changes: {
      heading: 'Changes to this notice',
      blocks: [
        {
          kind: 'text',
          text: 'Every version of this notice has a date, shown at the top with the day from which it applies. When we change what we collect, why we use it or who receives it, we publish a new version here before the change begins.',
        },
        {
          kind: 'text',
          text: 'When a change touches what you agreed to, we also publish a new version of the terms and conditions. You are then asked to accept or decline it the next time you sign in. The privacy officer sends you an earlier version of this notice on request.',
        },
      ],
    },
    'your-data': {
      heading: 'Seeing, correcting and deleting your data',
      blocks: [
        {
          kind: 'list',
          items: [
            'See: the portal shows your name, your contact preferences, your decision on the terms, and all that you connected, wrote and kept here, on the pages where you use it. For a copy of everything that we hold about you, write to the privacy officer.',
            'Correct: you can change your contact preferences, your address book, your businesses and applications that you have not submitted at any time. To have your legal name, date of birth or county corrected, write to the privacy officer. To have an agency’s record corrected, turn to that agency.',
            'Delete: you can disconnect a service, and delete messages, addresses, a saved plan, the conversation with the assistant, drafts of applications and links to accounts at agencies yourself. To delete the rest, write to the privacy officer. Your sign-in is deleted at the identity provider, which keeps it.',
          ],
        },
        {
          kind: 'text',
          feature: 'accountDeletion',
          text: 'This version has no button that deletes your whole account.',
        },
        {
          kind: 'text',
          text: 'We first make sure that it is you who is asking, and answer within 45 days. You do not have to give a reason, and you lose nothing by asking.',
        },
        {
          kind: 'text',
          text: 'Laws on public records and their retention schedules can oblige us to keep some records, or to show them to others. Where they do, we tell you what we cannot delete and why.',
          laws: ['publicRecords'],
        },
      ],
    },
    collection: {
      heading: 'What we collect and why',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'Your registration',
              text: 'Legal first and last name, preferred name if you give one, date of birth, county if you live in Arizona, the language for our messages, and when you registered. Agencies compare the name and the date of birth with whose record it is; the date of birth also tells us that you are at least 13.',
            },
            {
              name: 'Identity details',
              text: 'What the identity provider tells us when you sign in: the number that it knows you by, your e-mail address and whether it is confirmed, your name, and for staff the groups they belong to. From the number we make the internal account number under which we keep your data.',
            },
            {
              name: 'Your decisions on the terms',
              text: 'Which version you accepted or declined, and when: it proves what was agreed.',
            },
            {
              name: 'Your contact preferences',
              text: 'E-mail address, mobile number if you give one, which notices you want and how, in which language, and when you confirmed an address. We use them to send you what you chose.',
            },
            {
              name: 'One-time codes',
              text: 'When we send you a code, we keep a one-way scrambled form of it and the address it went to, to check what you enter.',
            },
            {
              name: 'What you connect',
              text: 'Which services of which agencies you connected, when, and the reference and name by which the agency knows each record. What you type to find a record is passed on and not kept. So that a card can be shown while an agency does not answer, we keep the last copy of what it told us. Of a value that is hidden on a card we never keep more than the card shows: when you ask to see it, the agency gives it at that moment, and we keep that you asked, for which value and when.',
            },
            {
              name: 'Messages',
              text: 'What the portal and the agencies you connected send you, with attachments, whether you read it, and what is in the bin; your replies with their files, and whether the agency has them. For each e-mail and text message that tells you of one: where it went, in part, and whether it arrived.',
            },
            {
              name: 'Transactions',
              text: 'What the agencies you connected tell us of payments and filings: what it was, when, how much, and how it stands.',
            },
            {
              name: 'Address book',
              text: 'The addresses that you write down, and which of them is your main one. Whether an address exists is looked up with the ZIP codes in the portal or, where the operator chose so, with Amazon Location, which gets the address and nothing else.',
            },
            {
              name: 'Businesses and applications',
              text: 'The businesses that you add, who acts for them with you and whom you invite by e-mail, the plan and the names that you save or reserve, and the applications that you write: your answers, the documents that you add, and what the agency decides.',
            },
            {
              name: 'Enhanced authentication',
              text: 'When you prove who you are at an identity service: that you tried, when, at which service, and whether it succeeded. The name and the date of birth that the service tells us are compared with your registration and not kept. When you show a mobile driver’s license: the same, with the state that issued it, until when its copy on your phone is good, and a code made from its number, which cannot be turned back into the number. When you answer a credit bureau’s questions: that you tried, when, at which bureau, and whether it succeeded or why the bureau could not ask, and neither the questions nor your answers. When your face is compared: that you tried, when, with which agency’s photo, and whether it succeeded or why not, and no picture. Of a passkey: its public key, the name you give it, which proof it stands for, and when it was added and last used. Your fingerprint or face stays on your device.',
            },
            {
              name: 'Accounts at agencies',
              text: 'Which of your accounts at agencies you linked, with the user name. Passwords are passed on to the agency and never kept.',
            },
            {
              name: 'Looks of staff at your record',
              text: 'When, the number of the staff member, their role and agency, for which purpose and case, and which kinds of data were seen or changed; never the data itself. It shows you, and those who check the work of staff, who looked.',
            },
            {
              name: 'The assistant',
              text: 'What you ask the assistant, what it answers, and whether you say that an answer was right. No person reads it, except for the messages that you send along with a question to support. We count how often answers were right, without the words.',
            },
            {
              name: 'Questions to support',
              text: 'What you ask a person at support, the messages of the assistant that you send along, who at support took the question, and the answer. Only the portal’s own support reads it, and each look is in the list of looks at your record.',
            },
            {
              name: 'Technical records',
              text: 'For each request: which function of the portal was asked, when, how long it took and with what result, and your internal account number if you were signed in. These records hold no name, no e-mail address and nothing of what you wrote. When our firewall refuses a request, it also records the network address and the kind of browser. We use all of this to find faults and attacks.',
            },
            {
              name: 'What stays in your browser',
              text: 'The portal keeps a few things in your browser’s local storage: the tokens that show that you are signed in, your language, the page to return to after signing in, whether this is your first visit, when you were last active, what you typed into a form and have not sent yet, the answers of a plan for a business, the number of the last look at your record that it found in the sealed log, and whether a tab has the assistant open. Signing out removes the tokens, the unsent forms and the plan. When you are signed out because you did nothing for a while, the unsent forms stay for you alone until you sign in again. The portal sets no cookies of its own; the identity provider sets cookies on its own pages to keep you signed in there.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'You never sign in with your Social Security number, and the portal does not keep it. A few agencies find a record by it: then the page asks for it, hides it while you type, and we pass it on to that agency alone.',
          laws: ['socialSecurityNumbers'],
        },
        {
          kind: 'text',
          text: 'Only where a portal offers face recognition, and only if you choose it, your camera films your face for a check that you are there in person. There is always another way. We keep neither the video nor a picture.',
        },
      ],
    },
    'third-parties': {
      heading: 'Identity and credit services of others',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'The identity provider',
              text: 'You sign in on the pages of an identity provider. It keeps your e-mail address, your name and your password, and may record the device and network address from which you sign in, to stop attacks. We never see your password. It tells us only the identity details listed above.',
            },
            {
              name: 'The identity service of enhanced authentication',
              text: 'Only if you choose it: you prove who you are on its pages. It learns that you use this portal, and tells us your name and date of birth.',
            },
            {
              name: 'The credit bureau',
              text: 'Only if you choose it: we tell it your name, date of birth and language. It asks you questions about your credit history, and gets your answers. It tells us whether enough of them were right, or why it cannot ask.',
            },
            {
              name: 'Face recognition: Amazon Rekognition',
              text: 'Only if you choose it: Amazon Web Services gets the video from your camera and tells us whether you are there in person, with one picture out of it. We ask the agency that you connected for its photo of you, with your name and date of birth, and have the service compare both. We keep neither picture. Whoever runs a portal has to turn off that the service uses pictures to improve itself.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'Nobody else collects information through our pages. They hold no advertising, no analytics services, no maps or videos of others, and load nothing from other sites.',
          laws: ['agencySites'],
        },
      ],
    },
    'do-not-track': {
      heading: 'Do-not-track signals',
      blocks: [
        {
          kind: 'text',
          text: 'We do not follow you across other sites and let nobody do so through ours. A do-not-track or Global Privacy Control signal of your browser therefore makes no difference here: everybody is treated as if they had sent it.',
          laws: ['doNotTrackDisclosure'],
        },
      ],
    },
    sharing: {
      heading: 'Who receives your information',
      blocks: [
        {
          kind: 'text',
          text: 'We do not sell your personal information, and we do not share it for advertising.',
        },
        {
          kind: 'list',
          intro: 'It is received only by:',
          items: [
            'companies that run the portal on our behalf: Amazon Web Services stores the data and delivers e-mails and text messages. They may use it for nothing else.',
            'agencies that you connect: what the page shows you before you connect, to find your record. Where the agency compares whose record it is, that includes your legal name and date of birth. It also learns when you look at the record here, how many accounts have it, and when you disconnect it. No agency is told anything before you do that.',
            'agencies to which you yourself send something: an address from your address book, a reply to a message, an application with its documents, or the user name and password of an account there.',
            'people whom you invite to act for a business, and those who act for it with you: they see the business, its applications and one another’s names.',
            'people who operate the portal, where their work requires it.',
            'others to whom the law obliges us to give it, such as a court, or somebody who asks for a public record that must be shown.',
          ],
          laws: ['publicRecords'],
        },
        {
          kind: 'text',
          text: 'The portal’s support can look at your record in order to help you, only after a second factor, and only for a purpose and a case. Each look and each change is written down before anything is shown, and from then on you read it under “Who looked at your record”: when, which staff member’s number, for which purpose and case, and what was seen. They see your addresses in part only, and cannot act in your name.',
        },
        {
          kind: 'text',
          text: 'Information from motor vehicle records has special protection. It is disclosed only for the uses that the law lists, such as safety, theft, emissions and recalls, or with your express consent. Photographs, Social Security numbers and medical information in these records are protected most strictly. The portal shows what these records say to the person who connected them, and to nobody else. Support that helps you sees that a record is connected, and the short name that it has on your card.',
          laws: ['driverPrivacy', 'motorVehicleRecords'],
        },
      ],
    },
    security: {
      heading: 'How we protect your information',
      blocks: [
        {
          kind: 'list',
          items: [
            'What travels between your browser and the portal is encrypted, and so is what we store.',
            'Every request for your data must carry a valid proof that it comes from you.',
            'Codes work once, for ten minutes, and stop working after five wrong tries.',
            'When the e-mail address for notices is changed, we tell the address that was used so far.',
            'Our technical records hold nothing of what you write.',
          ],
          laws: ['agencySites'],
        },
        {
          kind: 'text',
          text: 'No system is perfectly safe. If somebody gets at your personal information who should not, we tell you as the law requires, within 45 days after we have established it.',
          laws: ['breachNotice'],
        },
        {
          kind: 'text',
          text: 'You can help: use a password that you use nowhere else, sign out on a computer that others use, and give a code to nobody. Nobody from the portal will ask you for your password or a code.',
        },
      ],
    },
    choices: {
      heading: 'Your choices, and other ways to get service',
      blocks: [
        {
          kind: 'text',
          text: 'You do not have to use the portal. Agencies serve you in the other ways that they offer, such as in person, by phone or by mail. You can read this notice and the terms without signing in.',
          laws: ['agencySites'],
        },
        {
          kind: 'list',
          intro: 'If you use it, you decide:',
          items: [
            'whether to give a preferred name and a mobile number; both are optional.',
            'which notices you receive, and how. Only security notices always go to your e-mail address.',
            'whether to accept the terms. You can withdraw that later; you then cannot use the part that needs an account.',
            'whether your browser keeps anything: you can clear its storage at any time, and are then signed out.',
          ],
        },
      ],
    },
    retention: {
      heading: 'How long we keep it',
      blocks: [
        {
          kind: 'definitions',
          items: [
            {
              name: 'Registration, decisions on the terms, contact preferences',
              text: 'As long as you are registered, and after that as long as a retention schedule for state records requires.',
            },
            {
              name: 'What you connect',
              text: 'Until you disconnect it or the agency takes it back. The last copy of what an agency told us: 30 days.',
            },
            {
              name: 'Messages, transactions, address book, saved plan',
              text: 'Messages until you delete them, and then 30 days in the bin; your replies go with the first message of their thread. Addresses and a saved plan until you delete them. Transactions as long as you are registered. What we note of the delivery of an e-mail or text message: one year.',
            },
            {
              name: 'Businesses, applications, reserved names',
              text: 'A draft of an application until you delete it; what was submitted, as long as a retention schedule requires. An invitation that has ended: 30 days. A reserved name: one year after the reservation has ended.',
            },
            {
              name: 'The assistant',
              text: 'The conversation until you delete it, and at most one day after its last message; then it is removed automatically.',
            },
            {
              name: 'Questions to support',
              text: 'Until 30 days after the answer; then support’s copy is removed automatically. The question and the answer are also messages, which stay until you delete them.',
            },
            { name: 'One-time codes', text: 'Void after ten minutes, and then removed automatically.' },
            {
              name: 'Enhanced authentication',
              text: 'That you have proven who you are: one hour. What you tried: ten minutes. Tries that failed count for 24 hours. A passkey, with the proof that it stands for: until you remove it, and 180 days after that proof at most. All of it is then removed automatically; the message that we write you about it stays until you delete it.',
            },
            {
              name: 'Looks of staff at your record',
              text: 'As long as you are registered, and after that as long as a retention schedule for state records requires.',
            },
            {
              name: 'Technical records',
              text: 'At most one year. What the firewall recorded about refused requests: 30 days.',
            },
            {
              name: 'Backup copies',
              text: 'What is deleted can still be in the backup of the last 35 days. It is used only to repair the portal.',
            },
          ],
        },
        {
          kind: 'text',
          text: 'A retention schedule for state records comes before these periods where it differs.',
          laws: ['publicRecords'],
        },
      ],
    },
    california: {
      heading: 'If you live in California',
      blocks: [
        {
          kind: 'text',
          text: 'California’s consumer privacy laws are written for businesses and not for an agency of Arizona. We nevertheless offer everybody, wherever they live, what these laws have in common: to know what we hold, to have it corrected, to have it deleted where records laws allow it, that it is not sold, that nobody is treated worse for asking, and an answer within 45 days.',
          laws: ['californiaConsumers'],
        },
        {
          kind: 'text',
          text: 'We give nobody personal information for their direct marketing. How we answer do-not-track signals is said above.',
          laws: ['shineTheLight', 'doNotTrackDisclosure'],
        },
      ],
    },
    'governing-law': {
      heading: 'Law that applies',
      blocks: [
        {
          kind: 'text',
          text: 'The laws of the State of Arizona and the federal laws of the United States apply to this notice and to what we do with your information, without regard to rules that would lead to other laws.',
        },
        {
          kind: 'text',
          text: 'This notice is published in English and Spanish. If the two differ, the English version applies, unless the law says otherwise.',
        },
      ],
    },
    contact: {
      heading: 'How to reach the privacy officer',
      blocks: [
        {
          kind: 'text',
          text: 'With a question about this notice, a request about your data or a complaint, write to the privacy officer of the portal:',
        },
        { kind: 'officer' },
        {
          kind: 'text',
          text: 'Send no passwords, codes or Social Security numbers by e-mail.',
        },
      ],
    },
    terms: {
      heading: 'Terms and conditions',
      blocks: [
        {
          kind: 'text',
          text: 'This notice says what happens with your information. What you and we may expect of each other is in the terms and conditions, which you are asked to accept when you register.',
        },
        { kind: 'termsLink' },
      ],
    },
  },
};
