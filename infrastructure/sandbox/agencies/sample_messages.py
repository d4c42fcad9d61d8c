"""The messages that the sample people have at the start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from domains.agencies.manifest import Service
from infrastructure.sandbox.agencies.files import FileKind
from infrastructure.sandbox.agencies.letters import make_action

_ARIZONA = ZoneInfo("America/Phoenix")
_HOUR = time(9, 30)


@dataclass(frozen=True, slots=True)
class SampleMessage:
    """A message about a record.

    Attributes:
        reference: of the record.
        days_ago: when it was sent, at least one.
        subject: by language; likewise the body.
        action: id of the service's action to which its button leads.
        is_read: whether the person has opened it.
    """

    reference: str
    type: str
    days_ago: int
    subject: Mapping[str, str]
    body: Mapping[str, str]
    is_html: bool = False
    action: str | None = None
    file: FileKind = "none"
    is_read: bool = False

    def content(self, service: Service, attachment_ids: Sequence[str], today: date) -> dict[str, Any]:
        """Return the message as the portal takes it."""
        sent_at = datetime.combine(today - timedelta(days=self.days_ago), _HOUR, _ARIZONA)
        return {
            "id": f"sample-{self.reference}-{self.type}-{self.days_ago}",
            "type": self.type,
            "subject": self.subject,
            "body": {"format": "html" if self.is_html else "plain", "texts": self.body},
            "action": make_action(service, self.action) if self.action else None,
            "attachments": [{"id": attachment_id} for attachment_id in attachment_ids],
            "sentAt": sent_at.isoformat(),
        }


SAMPLE_MESSAGES: Sequence[SampleMessage] = (
    # Rosa Delgado
    SampleMessage(
        "v-8f31c6", "EXPIRING", 1,
        {"en": "Your registration expires in three weeks", "es": "Su registro vence en tres semanas"},
        {"en": "The registration of your 2021 Saguaro Wagon expires soon.\n\nRenew it online; the new tab "
               "comes by mail within ten days.",
         "es": "El registro de su Saguaro Wagon 2021 vence pronto.\n\nRenuévelo en línea: la calcomanía "
               "llega por correo en diez días."},
        action="renew",
    ),
    SampleMessage(
        "v-8f31c6", "EMISSIONS_DUE", 4,
        {"en": "Emissions test before you renew", "es": "Prueba de emisiones antes de renovar"},
        {"en": "<h2>Test your vehicle first</h2><p>Vehicles in the <strong>Tucson area</strong> need an "
               "emissions test before the registration can be renewed.</p><ul><li>It takes ten minutes.</li>"
               "<li>Bring the registration.</li><li>Results are sent to us the same day.</li></ul>",
         "es": "<h2>Primero pruebe su vehículo</h2><p>En el <strong>área de Tucson</strong> se necesita una "
               "prueba de emisiones antes de renovar el registro.</p><ul><li>Tarda diez minutos.</li>"
               "<li>Lleve el registro.</li><li>Recibimos el resultado el mismo día.</li></ul>"},
        is_html=True, file="png",
    ),
    SampleMessage(
        "v-1d90ab", "PAYMENT_RECEIVED", 164,
        {"en": "Payment received for your 2016 Ocotillo Pickup", "es": "Pago recibido: Ocotillo Pickup 2016"},
        {"en": "Thank you. The registration is renewed for a year.",
         "es": "Gracias. El registro queda renovado por un año."},
        file="pdf", is_read=True,
    ),
    SampleMessage(
        "v-1d90ab", "RENEWAL_REMINDER", 195,
        {"en": "Time to renew", "es": "Es hora de renovar"},
        {"en": "Your registration can be renewed from today.", "es": "Ya puede renovar su registro."},
        is_read=True,
    ),
    SampleMessage(
        "c-55ae07", "STATUS_CHANGE", 30,
        {"en": "Your photo must be updated", "es": "Debe actualizar su foto"},
        {"en": "Arizona licenses are valid for a long time; the photo is renewed every twelve years.",
         "es": "La licencia de Arizona vale muchos años; la foto se renueva cada doce."},
        action="replace-card",
    ),
    SampleMessage(
        "u-90c311", "SERVICE_OUTAGE", 2,
        {"en": "No water on Tuesday from 9 a.m. to noon", "es": "Sin agua el martes de 9 a 12"},
        {"en": "We repair the main in your street.\n\nFill a few bottles before. The water may be cloudy for "
               "an hour afterwards; let it run until it is clear.",
         "es": "Reparamos la tubería principal de su calle.\n\nLlene antes algunas botellas. Después el agua "
               "puede salir turbia durante una hora; déjela correr."},
    ),
    SampleMessage(
        "u-90c311", "PAYMENT_DUE", 6,
        {"en": "Your bill of $84.17 is due", "es": "Su factura de $84.17 está por vencer"},
        {"en": "<p>Your bill of this month:</p><table><thead><tr><th>Service</th>"
               "<th>Amount</th></tr></thead><tbody><tr><td>Water</td><td>$41.20</td></tr><tr><td>Sewer</td><td>$24.97</td></tr>"
               "<tr><td>Trash</td><td>$18.00</td></tr></tbody></table>",
         "es": "<p>Su factura de este mes:</p><table><thead><tr><th>Servicio</th>"
               "<th>Importe</th></tr></thead><tbody><tr><td>Agua</td><td>$41.20</td></tr><tr><td>Alcantarillado</td><td>$24.97</td></tr>"
               "<tr><td>Basura</td><td>$18.00</td></tr></tbody></table>"},
        is_html=True, file="pdf",
    ),
    SampleMessage(
        "u-90c311", "PAYMENT_RECEIVED", 22,
        {"es": "Recibimos su pago de $71.46"},
        {"es": "Gracias por su pago. Este mensaje sólo está disponible en español."},
        is_read=True,
    ),
    SampleMessage(
        "p-2208fe", "TAX_NOTICE", 75,
        {"en": "Your property tax statement", "es": "Su estado de cuenta del impuesto a la propiedad"},
        {"en": "The statement for this year is attached. The first half was due on October 1 and is late "
               "after November 1.",
         "es": "Adjuntamos el estado de cuenta de este año. La primera mitad venció el 1 de octubre y se "
               "considera atrasada después del 1 de noviembre."},
        file="pdf", is_read=True,
    ),
    SampleMessage(
        "p-2208fe", "PAYMENT_RECEIVED", 48,
        {"en": "First half received", "es": "Primera mitad recibida"},
        {"en": "We received $912.44.", "es": "Recibimos $912.44."},
        is_read=True,
    ),
    SampleMessage(
        "s-71b0d2", "ELECTION_NOTICE", 12,
        {"en": "Early ballots are on their way", "es": "Las boletas anticipadas van en camino"},
        {"en": "Your ballot was mailed today. Sign the envelope before you return it.",
         "es": "Su boleta se envió hoy por correo. Firme el sobre antes de devolverlo."},
    ),
    SampleMessage(
        "s-71b0d2", "ELECTION_NOTICE", 400,
        {"en": "Your ballot was counted", "es": "Su boleta fue contada"},
        {"en": "Thank you for voting.", "es": "Gracias por votar."},
        is_read=True,
    ),
    # Ben Whitehorse
    SampleMessage(
        "l-b18820", "ACTION_REQUIRED", 1,
        {"en": "Send proof of your bond", "es": "Envíe la prueba de su fianza"},
        {"en": "<p>The bond on file ends next month. <strong>Without a bond the license is suspended."
               "</strong></p><ol><li>Ask your surety for form RC-L-125.</li>"
               "<li>Send it before the bond ends.</li></ol>",
         "es": "<p>La fianza registrada termina el próximo mes. <strong>Sin fianza se suspende la licencia."
               "</strong></p><ol><li>Pida a su afianzadora el formulario RC-L-125.</li>"
               "<li>Envíelo antes de que termine la fianza.</li></ol>"},
        is_html=True, file="pdf",
    ),
    SampleMessage(
        "l-b18820", "RENEWAL_REMINDER", 20,
        {"en": "Your license expires soon", "es": "Su licencia vence pronto"},
        {"en": "Renew your contractor's license before it expires.",
         "es": "Renueve su licencia de contratista antes de que venza."},
    ),
    SampleMessage(
        "l-b18820", "STATUS_CHANGE", 692,
        {"en": "License renewed", "es": "Licencia renovada"},
        {"en": "Your license is active for two more years.", "es": "Su licencia queda activa dos años más."},
        is_read=True,
    ),
    SampleMessage(
        "t-c40917", "PAYMENT_DUE", 1,
        {"en": "Your bank returned a payment of $1,264.30", "es": "Su banco devolvió un pago de $1,264.30"},
        {"en": "The payment for your monthly return was returned. Pay again to avoid interest.",
         "es": "El pago de su declaración mensual fue devuelto. Pague de nuevo para evitar intereses."},
    ),
    SampleMessage(
        "t-c40917", "PAYMENT_RECEIVED", 29,
        {"en": "Return and payment received", "es": "Declaración y pago recibidos"},
        {"en": "We received your return and $1,188.02.", "es": "Recibimos su declaración y $1,188.02."},
        is_read=True,
    ),
    SampleMessage(
        "t-c40917", "RENEWAL_REMINDER", 15,
        {"en": "Renew your TPT license by January 1", "es": "Renueve su licencia TPT antes del 1 de enero"},
        {"en": "Licenses are renewed once a year. There is no fee from the state.",
         "es": "Las licencias se renuevan una vez al año. El estado no cobra por ello."},
    ),
    SampleMessage(
        "v-77aa10", "INSURANCE_LAPSE", 3,
        {"en": "We have no insurance on file for your van", "es": "No consta ningún seguro de su camioneta"},
        {"en": "Your insurer told us that the policy ended. Send proof of insurance within ten days, or the "
               "registration is suspended.",
         "es": "Su aseguradora nos informó que la póliza terminó. Envíe una prueba de seguro en diez días o "
               "se suspenderá el registro."},
        action="fee-recap",
    ),
    SampleMessage(
        "v-77aa10", "EMISSIONS_DUE", 40,
        {"en": "Emissions test due this year", "es": "Prueba de emisiones este año"},
        {"en": "Your van needs a test before the next renewal.",
         "es": "Su camioneta necesita una prueba antes de la próxima renovación."},
        is_read=True,
    ),
    SampleMessage(
        "p-91c0b7", "TAX_NOTICE", 80,
        {"en": "Property tax statement, 401 N 1st St", "es": "Impuesto a la propiedad, 401 N 1st St"},
        {"en": "The statement for this year is attached.", "es": "Adjuntamos el estado de cuenta del año."},
        file="pdf",
    ),
    SampleMessage(
        "p-91c0b7", "PAYMENT_RECEIVED", 50,
        {"en": "First half received", "es": "Primera mitad recibida"},
        {"en": "We received $3,105.75.", "es": "Recibimos $3,105.75."},
        is_read=True,
    ),
)  # fmt: skip
