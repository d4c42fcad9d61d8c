"""Refusals of the userservices group."""

from portal.errors import Conflict, Forbidden, NotFound
from portal.language import Text


class NotYourCase(Forbidden):
    """The person does not exist, or nothing of theirs concerns the staff member's agency."""

    code = "notYourCase"
    text = Text(
        en="We could not find this record among those you may open.",
        es="No existe ese registro entre los que usted puede atender.",
    )


class OwnRecord(Forbidden):
    """The record is the staff member's own."""

    code = "ownRecord"
    text = Text(
        en="This is your own record. Ask a colleague for help.",
        es="Este es su propio registro. Pida ayuda a un colega, como todos los demás.",
    )


class PurposeChangesNothing(Forbidden):
    """The case's purpose allows only reading."""

    code = "purposeChangesNothing"
    text = Text(
        en="The purpose of this case is “{purpose}”, which does not allow changes. Nothing was changed.",
        es="El propósito de este caso es «{purpose}», que no permite cambios. No se cambió nada.",
    )


class NotLocked(Conflict):
    """The lock ended, or somebody else lifted it."""

    code = "notLocked"
    text = Text(
        en="This is no longer locked. Nothing was changed.",
        es="Esto ya no está bloqueado. No se cambió nada.",
    )


class LocksChanged(Conflict):
    """A concurrent try of the person interfered."""

    code = "locksChanged"
    text = Text(
        en="The person made another try at the same time. Nothing was changed. Try again.",
        es="La persona hizo otro intento en el mismo momento. No se cambió nada: inténtelo de nuevo.",
    )


class ChangeNotWaiting(Conflict):
    """The channel has no pending address, or another one."""

    code = "changeNotWaiting"
    text = Text(
        en="This address change is no longer pending. Nothing was changed. Open the addresses again.",
        es="Este cambio de dirección ya no está en espera. No se cambió nada: abra de nuevo las direcciones.",
    )


class NoticeNotFailed(Conflict):
    """The notice does not exist, or did not fail."""

    code = "noticeNotFailed"
    text = Text(
        en="This notice did not fail, or is already being sent again. Nothing was changed. Open the "
        "notices again.",
        es="Este aviso no falló, o ya se envía de nuevo. No se cambió nada: abra de nuevo los avisos.",
    )


class NoticeChanged(Conflict):
    """A concurrent change by the network or the notifier interfered."""

    code = "noticeChanged"
    text = Text(
        en="The notice changed at the same time. Nothing else was changed. Try again.",
        es="El aviso cambió en el mismo momento. No se cambió nada: inténtelo de nuevo.",
    )


class DashboardChanged(Conflict):
    """A concurrent change by the person or other staff interfered."""

    code = "dashboardChanged"
    text = Text(
        en="The dashboard changed at the same time. Nothing else was changed. Try again.",
        es="El panel cambió en el mismo momento. No se cambió nada: inténtelo de nuevo.",
    )


class NothingToClear(Conflict):
    """The dashboard has no cards within the staff member's reach."""

    code = "nothingToClear"
    text = Text(
        en="There is no card on the dashboard. Nothing was changed.",
        es="No hay ninguna tarjeta en el panel. No se cambió nada.",
    )


class NothingToRestore(Conflict):
    """Every card is on the dashboard, or it is too late."""

    code = "nothingToRestore"
    text = Text(
        en="There are no cards to restore, or they were removed more than 7 days ago. The person can "
        "still restore them.",
        es="No hay tarjetas que volver a poner, o se quitaron hace más de 7 días. La persona "
        "todavía puede volver a ponerlas.",
    )


class QuestionNotFound(NotFound):
    """The question does not exist, or was answered more than 30 days ago."""

    code = "questionNotFound"
    text = Text(
        en="We could not find this question. It may have been answered more than 30 days ago.",
        es="Esa pregunta no existe. Tal vez se respondió hace más de 30 días.",
    )


class QuestionTaken(Conflict):
    """A colleague has taken the question, or nobody."""

    code = "questionTaken"
    text = Text(
        en="Someone else took or returned this question. Nothing was changed. Open it again.",
        es="Otra persona tomó o devolvió esta pregunta entretanto. No se cambió nada: ábrala de nuevo.",
    )


class QuestionAnswered(Conflict):
    """The question has an answer."""

    code = "questionAnswered"
    text = Text(
        en="This question is already answered. Nothing was sent.",
        es="Esta pregunta ya está respondida. No se envió nada.",
    )
