import type { Words } from "../words.ts";

export const french: Words = {
  pageName: "Suivi d’envoi",
  shipment: "Envoi",
  language: "Langue",
  status: {
    draft: {
      word: "En préparation",
      sentence: "L’expéditeur prépare cet envoi. Aucun enlèvement n’est encore prévu.",
    },
    pickup_scheduled: {
      word: "Enlèvement prévu",
      sentence: "Le transporteur viendra chercher l’envoi chez l’expéditeur.",
    },
    picked_up: { word: "Pris en charge", sentence: "Le transporteur a pris l’envoi en charge." },
    in_transit: { word: "En transit", sentence: "L’envoi est en route." },
    customs_hold: {
      word: "Retenu en douane",
      sentence: "La douane contrôle l’envoi. Il repartira dès qu’il sera libéré.",
    },
    out_for_delivery: {
      word: "En cours de livraison",
      sentence: "L’envoi effectue son dernier trajet vers la destination.",
    },
    attempt_failed: {
      word: "Tentative échouée",
      sentence:
        "Une tentative d’enlèvement ou de livraison a échoué. Une autre suit en général.",
    },
    exception: {
      word: "Interrompu",
      sentence:
        "Quelque chose retarde l’envoi. Si cela dure, adressez-vous à l’expéditeur.",
    },
    delivered: { word: "Livré", sentence: "L’envoi a été remis." },
    returning: {
      word: "Retour en cours",
      sentence: "L’envoi est en route vers l’expéditeur.",
    },
    returned: { word: "Retourné", sentence: "L’envoi est revenu chez l’expéditeur." },
    cancelled: { word: "Annulé", sentence: "L’expéditeur a annulé cet envoi." },
  },
  event: {
    pickup: "Pris en charge",
    departure: "Parti",
    arrival: "Arrivé",
    in_transit: "En transit",
    out_for_delivery: "En cours de livraison",
    delivered: "Livré",
    exception: "Interrompu",
    customs_hold: "Retenu en douane",
    attempt_failed: "Tentative échouée",
    returned: "Retourné à l’expéditeur",
  },
  returnStarted: "Retour commencé",
  mode: {
    ftl: "Camion complet",
    ltl: "Charge partielle",
    parcel: "Colis",
    air: "Fret aérien",
    ocean: "Fret maritime",
    rail: "Fret ferroviaire",
    intermodal: "Transport intermodal",
  },
  facts: {
    heading: "Trajet et horaires",
    from: "De",
    to: "À",
    pickup: "Enlèvement prévu",
    delivery: "Livraison prévue",
    delivered: "Livré le",
    returned: "Retourné le",
    transport: "Mode de transport",
    late: "Plus tard que prévu",
    was: "prévu le {time}",
  },
  progress: {
    heading: "Avancement",
    step: {
      scheduled: "Prévu",
      picked_up: "Pris en charge",
      in_transit: "En transit",
      out_for_delivery: "En cours de livraison",
      delivered: "Livré",
      returning: "Retour en cours",
      returned: "Retourné",
    },
    state: { done: "terminé", current: "étape actuelle", pending: "à venir" },
  },
  timeline: {
    heading: "Historique",
    empty: "Rien n’a encore été signalé.",
    older: {
      one: "{count} entrée plus ancienne",
      many: "{count} d’entrées plus anciennes",
      other: "{count} entrées plus anciennes",
    },
    pages: "Entrées plus anciennes et plus récentes",
    page: "Page {page} sur {pages}",
    newest: "Les plus récentes",
    newer: "Plus récentes",
    olderPage: "Plus anciennes",
    oldest: "Les plus anciennes",
  },
  notes: {
    utc: "Toutes les heures sont en UTC.",
    local: "Toutes les heures sont dans votre fuseau horaire ({zone}).",
    asOf: "Situation au {time}.",
    refresh: "La page se met à jour d’elle-même tant qu’elle est ouverte.",
  },
  notFound: {
    heading: "Ce lien de suivi ne fonctionne pas",
    text: "Il est peut-être incomplet, mal recopié ou n’est plus valable. Copiez le lien entier encore une fois, ou demandez un nouveau lien à l’expéditeur.",
  },
  unavailable: {
    heading: "Le suivi n’est pas disponible pour le moment",
    text: "Votre lien est peut-être tout à fait correct. Réessayez dans une minute.",
    retry: "Réessayer",
  },
};
